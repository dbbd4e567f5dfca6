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
import { type Actor, can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { type Counted, countByDay } from '../../db/day-counts.ts'
import { lockRow } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { areLiveUsers } from '../../identity/accounts.ts'
import { actAs } from '../../identity/acting-user.ts'
import { findLiveProjectNames, requireProject } from '../projects/projects.service.ts'
import { countLog, findLog } from './task-log.queries.ts'
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

/** The only place that presents a task, so that the estimate is left out for every user who may not see it. */
function presentTask(row: TaskRow, actor: Actor): Task {
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
    logged_minutes: row.logged_minutes,
  }
}

/** Reviewers see all tasks, other users those assigned to them. */
const visibleTasks = (actor: SignedIn) => (can(actor, 'task.readAll') ? {} : { assignedTo: actor.id })

export async function listTasks(
  ctx: Context,
  actor: SignedIn,
  { page, limit, status, search }: TasksQuery,
  projectId?: number,
): Promise<TaskPage> {
  if (projectId !== undefined) await requireProject(ctx.db, projectId)
  const text = search?.trim()
  const found = text ? await resolveSearch(ctx.db, text) : undefined
  const filter = { ...visibleTasks(actor), projectId, status, ...(found && { search: found }) }
  const [total, rows] = await Promise.all([
    countTasks(ctx.db, filter),
    findTasks(ctx.db, filter, limit, (page - 1) * limit),
  ])
  return {
    data: rows.map(row => presentTask(row, actor)),
    pagination: paginationOf(total, { page, limit }),
  }
}

export async function readTask(ctx: Context, actor: SignedIn, id: number): Promise<Task> {
  const task = await requireTask(ctx.db, id)
  authorize(actor, 'task.read', task)
  return presentTask(task, actor)
}

/** Staff read only their own rows. Even a page of the longest texts is within the limit of a list, so nothing is cut. */
export async function readTaskLog(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { page, limit }: Pick<TasksQuery, 'page' | 'limit'>,
): Promise<TaskLog> {
  authorize(actor, 'task.read', await requireTask(ctx.db, id))
  const log = { taskId: id, userId: can(actor, 'report.readAll') ? undefined : actor.id }
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
  for (const [status, count] of await countByStatus(ctx.db, visibleTasks(actor).assignedTo)) {
    counts[status] = count
    counts.total += count
  }
  return counts
}

export function createTask(ctx: Context, actor: SignedIn, input: TaskInput): Promise<Task> {
  return actAs(ctx, actor, 'task.manage', async (trx, acting) => {
    await refuseMissing(trx, input)
    const id = await insertTask(trx, {
      ...toColumns(input),
      assigned_by: acting.id,
      status: 'pending',
      created_at: ctx.clock.now().toISOString(),
    })
    const task = await requireTask(trx, id)
    await countTaskChange(trx, undefined, task)
    await emit(ctx, trx, { kind: 'task.assigned', actorId: acting.id, task, before: null })
    return presentTask(task, acting)
  })
}

export function editTask(ctx: Context, actor: SignedIn, id: number, input: TaskEditInput): Promise<Task> {
  return changeTask(ctx, actor, 'task.manage', id, async (trx, task) => {
    await refuseMissing(trx, input, task)
    return {
      ...toColumns(input),
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
  return changeTask(ctx, actor, 'task.updateStatus', id, async (_trx, task, acting) => {
    authorize(acting, 'task.updateStatus', task)
    if (task.status === 'completed') throw refuse('task_completed')
    return statusColumns(ctx, task, input)
  })
}

export function deleteTask(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  return actAs(ctx, actor, 'task.manage', async (trx, acting) => {
    // The task is locked before the rows that name it, as reports do, to avoid deadlocks. The rows keep their text and time.
    await lockRow(trx, 'tasks', id)
    await unlinkRows(trx, id)
    const task = await deleteTaskRow(trx, id)
    if (!task) throw refuse('task_not_found')
    await countTaskChange(trx, task, undefined)
    await emit(ctx, trx, { kind: 'task.deleted', actorId: acting.id, task })
    return task.title
  })
}

async function changeTask(
  ctx: Context,
  actor: SignedIn,
  access: Permission,
  id: number,
  work: (trx: Trx, task: TaskRow, acting: SignedIn) => Promise<Parameters<typeof updateTask>[2]>,
): Promise<Task> {
  return actAs(ctx, actor, access, async (trx, acting) => {
    await lockRow(trx, 'tasks', id)
    const before = await requireTask(trx, id)
    await updateTask(trx, id, await work(trx, before, acting))
    const after = await requireTask(trx, id)
    await countTaskChange(trx, before, after)
    await emitTaskEvents(ctx, trx, acting, before, after)
    return presentTask(after, acting)
  })
}

async function emitTaskEvents(
  ctx: Context,
  trx: Trx,
  { id: actorId }: SignedIn,
  before: TaskRow,
  task: TaskRow,
): Promise<void> {
  if (task.assigned_to !== before.assigned_to) {
    await emit(ctx, trx, { kind: 'task.assigned', actorId, task, before: before.assigned_to })
  }
  const [wasCompleted, isCompleted] = [before, task].map(({ status }) => status === 'completed')
  if (isCompleted && !wasCompleted) await emit(ctx, trx, { kind: 'task.completed', actorId, task })
  if (wasCompleted && !isCompleted) await emit(ctx, trx, { kind: 'task.reopened', actorId, task })
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

const toColumns = ({ title, description, project_id, assigned_to, expected_hours }: TaskInput) => ({
  title,
  description,
  project_id,
  assigned_to,
  expected_tenths: expected_hours,
})

/** Refuses a project or an assignee that doesn't exist, unless the task had it before the edit. */
async function refuseMissing(trx: Trx, input: TaskInput, before?: TaskRow): Promise<void> {
  const errors: Record<string, string> = {}
  if (
    input.project_id !== before?.project_id &&
    (await findLiveProjectNames(trx, [input.project_id])).size === 0
  ) {
    errors.project_id = messages.tasks.projectMissing
  }
  if (input.assigned_to !== before?.assigned_to && !(await areLiveUsers(trx, [input.assigned_to]))) {
    errors.assigned_to = messages.tasks.assigneeMissing
  }
  if (errors.project_id) throw refuseInput(errors, 'project_missing')
  if (errors.assigned_to) throw refuseInput(errors, 'assignee_missing')
}

async function requireTask(db: Db, id: number): Promise<TaskRow> {
  const task = await findTask(db, id)
  if (!task) throw refuse('task_not_found')
  return task
}
