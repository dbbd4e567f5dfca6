import type {
  Task,
  TaskEditInput,
  TaskInput,
  TaskLog,
  TaskPage,
  TaskStatus,
  TaskStatusInput,
  TasksQuery,
} from '#shared/contract/tasks.ts'
import { hoursNumber } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { type Actor, can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { type Counted, countByDay } from '../../db/day-counts.ts'
import { lockRow } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { areVisibleUsers } from '../../identity/accounts.ts'
import { actAs } from '../../identity/acting-user.ts'
import { everyone, isVisible, peopleInSight, visiblePeople } from '../../identity/visible-people.ts'
import { findLiveProjectNames, requireProject } from '../projects/projects.service.ts'
import { countLog, findLog, findLoggedMinutes } from './task-log.queries.ts'
import {
  countByStatus,
  countTasks,
  deleteTaskRow,
  findTask,
  findTasks,
  insertTask,
  resolveSearch,
  type TaskRow,
  unlinkRows,
  updateTask,
} from './tasks.queries.ts'
import { isTaskInSight, visibleTasks } from './visible-tasks.ts'

export { type VisibleTasks, visibleTasks } from './visible-tasks.ts'

// Tasks are counted by the day of their creation: all and by status, for all projects and for each project.

type CountedTask = { project_id: number; status: TaskStatus; created_at: string }

/** Changes the counts from the task before to the task after. Undefined means that there was, or is, none. */
function countTaskChange(
  trx: Trx,
  before: CountedTask | undefined,
  after: CountedTask | undefined,
): Promise<void> {
  return countByDay(trx, [...toCountChanges(before, -1), ...toCountChanges(after, 1)])
}

function toCountChanges(task: CountedTask | undefined, by: number) {
  if (!task) return []
  const { status, project_id: projectId, created_at } = task
  const counted: Counted[] = [
    { subject: 'tasks' },
    { subject: 'tasks', projectId },
    { subject: status },
    { subject: status, projectId },
  ]
  return counted.map(each => ({ ...each, day: created_at.slice(0, 10), by }))
}

/**
 * The only place that presents tasks, so that the estimate is left out for every user who may not see it. A limited manager
 * is told only of the time that visible people logged, while the stored sum has the time of all, and not to whom a task is
 * assigned that they gave to a person who is now out of sight.
 */
async function presentTasks(db: Db, actor: Actor, rows: readonly TaskRow[]): Promise<Task[]> {
  const people = await peopleInSight(db, actor)
  if (people === everyone) return rows.map(row => presentTask(row, actor, row.logged_minutes))
  const logged = await findLoggedMinutes(
    db,
    people,
    rows.map(row => row.id),
  )
  const unseen = { assigned_to: null, assignee_name: null }
  return rows.map(row => ({
    ...presentTask(row, actor, logged.get(row.id) ?? 0),
    ...(!isVisible(people, row.assigned_to) && unseen),
  }))
}

async function presentOne(db: Db, actor: Actor, row: TaskRow): Promise<Task> {
  const [task] = await presentTasks(db, actor, [row])
  return task as Task
}

function presentTask(row: TaskRow, actor: Actor, logged_minutes: number): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    project_id: row.project_id,
    project_name: row.project_name,
    assigned_to: row.assigned_to,
    assignee_name: row.assignee_name,
    assigner_name: row.assigner_name,
    ...(can(actor, 'task.seeEstimate') && { expected_hours: row.expected_tenths / 10 }),
    actual_hours: row.actual_tenths === null ? null : row.actual_tenths / 10,
    completion_note: row.completion_note,
    status: row.status,
    created_at: row.created_at,
    completed_at: row.completed_at,
    logged_minutes,
  }
}

/**
 * Reviewers see all tasks, other users those assigned to them. Limited managers see those assigned to people in sight, and
 * those that they created.
 */
export async function listTasks(
  ctx: Context,
  actor: SignedIn,
  { page, limit, status, search, teamId }: TasksQuery,
  projectId?: number,
): Promise<TaskPage> {
  if (projectId !== undefined) await requireProject(ctx.db, projectId)
  const text = search?.trim()
  const [visible, found] = await Promise.all([
    visibleTasks(ctx.db, actor, teamId),
    text ? resolveSearch(ctx.db, text, await peopleInSight(ctx.db, actor)) : undefined,
  ])
  const filter = { ...visible, projectId, status, ...(found && { search: found }) }
  const [total, rows] = await Promise.all([
    countTasks(ctx.db, filter),
    findTasks(ctx.db, filter, limit, (page - 1) * limit),
  ])
  return {
    data: await presentTasks(ctx.db, actor, rows),
    pagination: paginationOf(total, { page, limit }),
  }
}

export async function readTask(ctx: Context, actor: SignedIn, id: number): Promise<Task> {
  return presentOne(ctx.db, actor, await requireVisibleTask(ctx.db, actor, 'task.read', id))
}

/** Staff read only their own rows, limited managers those of people in sight. Even a page of the longest texts is within the limit of a list, so nothing is cut. */
export async function readTaskLog(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { page, limit }: Pick<TasksQuery, 'page' | 'limit'>,
): Promise<TaskLog> {
  await requireVisibleTask(ctx.db, actor, 'task.read', id)
  const log = { taskId: id, people: await visiblePeople(ctx.db, actor) }
  const [total, rows] = await Promise.all([
    countLog(ctx.db, log),
    findLog(ctx.db, log, limit, (page - 1) * limit),
  ])
  return {
    data: rows.map(({ minutes, ...row }) => ({ ...row, hours: hoursNumber(minutes) })),
    pagination: paginationOf(total, { page, limit }),
  }
}

export async function taskStats(ctx: Context, actor: SignedIn) {
  const counts = { total: 0, pending: 0, in_progress: 0, completed: 0 }
  for (const [status, count] of await countByStatus(ctx.db, await visibleTasks(ctx.db, actor))) {
    counts[status] = count
    counts.total += count
  }
  return counts
}

export function createTask(ctx: Context, actor: SignedIn, input: TaskInput): Promise<Task> {
  return actAs(ctx, actor, 'task.manage', async (trx, acting) => {
    await refuseMissing(trx, acting, input)
    const id = await insertTask(trx, {
      ...toColumns(input),
      assigned_by: acting.id,
      status: 'pending',
      created_at: ctx.clock.now().toISOString(),
    })
    const task = await requireTask(trx, id)
    await countTaskChange(trx, undefined, task)
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'task', ids: [id] })
    await emit(ctx, trx, acting, { kind: 'task.assigned', task, before: null })
    return presentOne(trx, acting, task)
  })
}

export function editTask(ctx: Context, actor: SignedIn, id: number, input: TaskEditInput): Promise<Task> {
  return changeTask(ctx, actor, 'task.manage', id, async (trx, task, acting) => {
    const assigned_to = input.assigned_to ?? (await unseenAssignee(trx, acting, task))
    await refuseMissing(trx, acting, { ...input, assigned_to }, task)
    return {
      ...toColumns({ ...input, assigned_to }),
      ...statusColumns(ctx, task, { ...input, status: input.status ?? task.status }),
    }
  })
}

export function updateTaskStatus(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: TaskStatusInput,
): Promise<Task> {
  return changeTask(ctx, actor, 'task.updateStatus', id, async (_trx, task) => {
    if (task.status === 'completed') throw refuse('task_completed')
    return statusColumns(ctx, task, input)
  })
}

export function deleteTask(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  return actAs(ctx, actor, 'task.manage', async (trx, acting) => {
    // The task is locked before the rows that name it, as reports do, to avoid deadlocks. The rows keep their text and time.
    await lockRow(trx, 'tasks', id)
    const task = await requireVisibleTask(trx, acting, 'task.manage', id)
    await unlinkRows(trx, id)
    await deleteTaskRow(trx, id)
    await countTaskChange(trx, task, undefined)
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'task', ids: [id] })
    await emit(ctx, trx, acting, { kind: 'task.deleted', task })
    return task.title
  })
}

async function changeTask(
  ctx: Context,
  actor: SignedIn,
  access: TaskPermission,
  id: number,
  work: (trx: Trx, task: TaskRow, acting: SignedIn) => Promise<Parameters<typeof updateTask>[2]>,
): Promise<Task> {
  return actAs(ctx, actor, access, async (trx, acting) => {
    await lockRow(trx, 'tasks', id)
    const before = await requireVisibleTask(trx, acting, access, id)
    await updateTask(trx, id, await work(trx, before, acting))
    const after = await requireTask(trx, id)
    await countTaskChange(trx, before, after)
    await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'task', ids: [id] })
    await emitTaskEvents(ctx, trx, acting, before, after)
    return presentOne(trx, acting, after)
  })
}

async function emitTaskEvents(
  ctx: Context,
  trx: Trx,
  acting: SignedIn,
  before: TaskRow,
  task: TaskRow,
): Promise<void> {
  if (task.assigned_to !== before.assigned_to) {
    await emit(ctx, trx, acting, { kind: 'task.assigned', task, before: before.assigned_to })
  }
  const [wasCompleted, isCompleted] = [before, task].map(({ status }) => status === 'completed')
  if (isCompleted && !wasCompleted) await emit(ctx, trx, acting, { kind: 'task.completed', task })
  if (wasCompleted && !isCompleted) await emit(ctx, trx, acting, { kind: 'task.reopened', task })
}

type StatusChange = { status: TaskStatus; actual_hours?: number; completion_note?: string | null }

/** Returns the columns that depend on the status. Reopening clears `completed_at` and keeps the hours and the note. */
function statusColumns(ctx: Context, task: TaskRow, { status, actual_hours, completion_note }: StatusChange) {
  const actual_tenths = actual_hours ?? task.actual_tenths
  const isCompleted = status === 'completed'
  if (isCompleted && actual_tenths === null) {
    throw refuseInput({ actual_hours: messages.tasks.actualHoursRequired })
  }
  return {
    status,
    actual_tenths,
    completion_note: completion_note === undefined ? task.completion_note : completion_note,
    completed_at: isCompleted ? (task.completed_at ?? ctx.clock.now().toISOString()) : null,
  }
}

/** Keeps the assignee of a task whom the user can't name. */
async function unseenAssignee(trx: Trx, acting: SignedIn, { assigned_to }: TaskRow): Promise<number> {
  if (isVisible(await peopleInSight(trx, acting), assigned_to))
    throw refuseInput({ assigned_to: messages.tasks.assigneeRequired })
  return assigned_to
}

const toColumns = ({ title, description, project_id, assigned_to, expected_hours }: TaskInput) => ({
  title,
  description,
  project_id,
  assigned_to,
  expected_tenths: expected_hours,
})

/** A task as a user sees it who may read all tasks. */
export const readAnyTask = async (db: Db, viewer: Actor, id: number): Promise<Task> =>
  presentOne(db, viewer, await requireTask(db, id))

/**
 * Refuses a project that doesn't exist and an assignee who doesn't exist or is out of sight, unless the task had it before
 * the edit.
 */
async function refuseMissing(trx: Trx, acting: SignedIn, input: TaskInput, before?: TaskRow): Promise<void> {
  const errors: Record<string, string> = {}
  if (
    input.project_id !== before?.project_id &&
    (await findLiveProjectNames(trx, [input.project_id])).size === 0
  ) {
    errors.project_id = messages.tasks.projectMissing
  }
  const { assigned_to } = input
  if (
    assigned_to !== before?.assigned_to &&
    !(await areVisibleUsers(trx, await visiblePeople(trx, acting), [assigned_to]))
  ) {
    errors.assigned_to = messages.tasks.assigneeMissing
  }
  if (errors.project_id) throw refuseInput(errors, 'project_missing')
  if (errors.assigned_to) throw refuseInput(errors, 'assignee_missing')
}

type TaskPermission = 'task.read' | 'task.updateStatus' | 'task.manage'

/** Staff are told that a task of another person isn't theirs. To limited managers, a task out of sight doesn't exist. */
async function requireVisibleTask(
  db: Db,
  actor: SignedIn,
  access: TaskPermission,
  id: number,
): Promise<TaskRow> {
  const task = await requireTask(db, id)
  if (access !== 'task.manage') authorize(actor, access, task)
  if (!isTaskInSight(await peopleInSight(db, actor), actor, task)) throw refuse('task_not_found')
  return task
}

async function requireTask(db: Db, id: number): Promise<TaskRow> {
  const task = await findTask(db, id)
  if (!task) throw refuse('task_not_found')
  return task
}
