import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { type Counted, countWithin, findStart } from '../../db/day-counts.ts'
import { contains, isOneOf, titleContains } from '../../db/engine.ts'
import type { Db, TasksTable, Trx } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'
import type { VisibleTasks } from './visible-tasks.ts'

export type TaskFilter = VisibleTasks & {
  projectId?: number
  status?: TaskStatus
  search?: { text: string; projects: number[]; assignees: number[] }
}

const selectTasks = (db: Db) =>
  db
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .innerJoin('users as assignees', 'assignees.id', 'tasks.assigned_to')
    .innerJoin('users as assigners', 'assigners.id', 'tasks.assigned_by')
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.description',
      'tasks.project_id',
      'projects.name as project_name',
      'tasks.assigned_to',
      'assignees.name as assignee_name',
      'tasks.assigned_by',
      'assigners.name as assigner_name',
      'tasks.expected_tenths',
      'tasks.actual_tenths',
      'tasks.completion_note',
      'tasks.status',
      'tasks.created_at',
      'tasks.completed_at',
      'tasks.logged_minutes',
    ])

export type TaskRow = NonNullable<Awaited<ReturnType<typeof findTask>>>

export function findTask(db: Db, id: number) {
  return selectTasks(db).where('tasks.id', '=', id).executeTakeFirst()
}

const findTasksByIds = compileOnce((db, ids: readonly number[]) =>
  selectTasks(db)
    .where('tasks.id', 'in', [...ids])
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc'),
)

/** `before` is an instant. */
function selectPageOfIds(
  db: Db,
  filter: TaskFilter,
  before: string | undefined,
  limit: number,
  offset: number,
) {
  const query = selectIds(db, filter)
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(limit)
    .offset(offset)
  return before === undefined ? query : query.where('tasks.created_at', '<', before)
}
// The statement of a search depends on its text, and that of several people on their number.
const isOfOneShape = ({ search, people: { ids }, creatorId }: TaskFilter) =>
  !search && (ids === undefined || (ids.length === 1 && creatorId === undefined))
const findPageOfIds = compileOnce(selectPageOfIds)

/** Finds a page of tasks, newest first. Names are joined only for the tasks of the page. */
export async function findTasks(
  db: Db,
  filter: TaskFilter,
  limit: number,
  offset: number,
): Promise<TaskRow[]> {
  // The tasks of one user, and those that a search finds, have no stored counts and are skipped with OFFSET.
  const start = hasDayCounts(filter)
    ? await findStart(db, toCounted(filter), {}, offset)
    : { day: undefined, offset }
  if (!start) return []
  const before = start.day && startOfDay(addDays(start.day, 1))
  const ids = isOfOneShape(filter)
    ? await findPageOfIds(db, filter, before, limit, start.offset)
    : await selectPageOfIds(db, filter, before, limit, start.offset).execute()
  if (ids.length === 0) return []
  return findTasksByIds(
    db,
    ids.map(row => row.id),
  )
}

export async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  if (hasDayCounts(filter)) return countWithin(db, toCounted(filter), {})
  const found = isOfOneShape(filter) ? countFound(db, filter) : selectCount(db, filter).executeTakeFirst()
  return Number((await found)?.count ?? 0)
}

const selectCount = (db: Db, filter: TaskFilter) =>
  db.selectFrom(selectIds(db, filter).as('found')).select(db.fn.countAll<number>().as('count'))
const countFound = compileOnceForOne(selectCount)

const hasDayCounts = ({ people, search }: TaskFilter) => people.ids === undefined && !search

const toCounted = ({ status, projectId }: TaskFilter): Counted => ({ subject: status ?? 'tasks', projectId })

function selectVisible(db: Db, { people: { ids }, creatorId }: VisibleTasks) {
  const query = db.selectFrom('tasks')
  if (ids === undefined) return query
  if (creatorId !== undefined)
    return query.where(({ eb, or }) =>
      or([isOneOf(db, 'tasks.assigned_to', ids), eb('tasks.assigned_by', '=', creatorId)]),
    )
  return ids.length === 1
    ? query.where('tasks.assigned_to', '=', ids[0] as number)
    : query.where(isOneOf(db, 'tasks.assigned_to', ids))
}

function selectIds(db: Db, { projectId, status, search, ...visible }: TaskFilter) {
  const { ids } = visible.people
  let query = selectVisible(db, visible).select('tasks.id')
  if (projectId !== undefined) query = query.where('tasks.project_id', '=', projectId)
  if (status !== undefined) query = query.where('tasks.status', '=', status)
  if (search === undefined) return query
  const { text, projects, assignees } = search
  return query.where(({ or }) =>
    or([
      // With assignees the title index isn't used: they have fewer tasks than a common word has titles.
      ids === undefined ? titleContains(db, text) : contains(db, 'tasks.title', text),
      ...(projects.length > 0 ? [isOneOf(db, 'tasks.project_id', projects)] : []),
      ...(assignees.length > 0 ? [isOneOf(db, 'tasks.assigned_to', assignees)] : []),
    ]),
  )
}

/**
 * Resolves a search text, which narrows the tasks that a user sees, to the ids of projects, and of people in sight, whose
 * names contain it. The text itself is searched in titles.
 */
export async function resolveSearch(
  db: Db,
  text: string,
  people: VisiblePeople,
): Promise<TaskFilter['search']> {
  const named = contains(db, 'name', text)
  const [projects, assignees] = await Promise.all([
    db.selectFrom('projects').select('id').where(named).execute(),
    onlyVisible(db, db.selectFrom('users').select('id').where(named), people, 'id').execute(),
  ])
  const ids = (rows: { id: number }[]) => rows.map(row => row.id)
  return { text, projects: ids(projects), assignees: ids(assignees) }
}

export async function countByStatus(db: Db, visible: VisibleTasks): Promise<Map<TaskStatus, number>> {
  if (visible.people.ids === undefined) {
    const statuses = Object.keys(taskStatuses) as TaskStatus[]
    return new Map(
      await Promise.all(
        statuses.map(async status => [status, await countWithin(db, { subject: status }, {})] as const),
      ),
    )
  }
  const rows = await selectVisible(db, visible)
    .select(['status', db.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return new Map(rows.map(row => [row.status, Number(row.count)]))
}

type NewTask = Omit<
  TasksTable,
  'id' | 'actual_tenths' | 'completion_note' | 'completed_at' | 'logged_minutes'
>

export async function insertTask(trx: Trx, row: NewTask): Promise<number> {
  const { id } = await trx.insertInto('tasks').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export function updateTask(trx: Trx, id: number, row: Partial<Omit<TasksTable, 'id' | 'logged_minutes'>>) {
  return trx.updateTable('tasks').set(row).where('id', '=', id).execute()
}

export function unlinkRows(trx: Trx, id: number) {
  return trx.updateTable('report_rows').set({ task_id: null }).where('task_id', '=', id).execute()
}

export function deleteTaskRow(trx: Trx, id: number) {
  return trx
    .deleteFrom('tasks')
    .where('id', '=', id)
    .returning(['id', 'title', 'project_id', 'assigned_to', 'assigned_by', 'status', 'created_at'])
    .executeTakeFirst()
}
