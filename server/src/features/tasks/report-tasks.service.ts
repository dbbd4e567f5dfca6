import { sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { peopleInSight } from '../../identity/visible-people.ts'
import { isTaskInSight } from './visible-tasks.ts'

// Rows of reports can name a task. The sum of their time is stored as `logged_minutes` of the task.

export type TaskOfRow = {
  id: number
  title: string
  project_id: number
  assigned_to: number
  assigned_by: number
}

const selectTasks = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('tasks')
    .select(['id', 'title', 'project_id', 'assigned_to', 'assigned_by'])
    .where('id', 'in', [...ids])
    .orderBy('id')
const findTasks = compileOnce(selectTasks)
const lockTaskRows = compileOnce((db, ids: readonly number[]) => selectTasks(db, ids).forNoKeyUpdate())

/**
 * Finds the tasks of these rows by id, and locks them until the transaction ends. All locks are taken in the order of ids
 * and before the first write, which db/recount.ts relies on.
 */
export async function lockTasks(
  trx: Trx,
  named: readonly { task_id: number | null }[],
): Promise<ReadonlyMap<number, TaskOfRow>> {
  const ids = new Set(named.flatMap(({ task_id }) => task_id ?? []))
  if (ids.size === 0) return new Map()
  const tasks = await (isSqlite(trx) ? findTasks : lockTaskRows)(trx, [...ids])
  return new Map(tasks.map(task => [task.id, task]))
}

/** Returns the ids of the tasks of these rows that the user may open. */
export async function findOpenTasks(
  db: Db,
  actor: SignedIn,
  named: readonly { task_id: number | null }[],
): Promise<number[]> {
  return [...(await findReadableTasks(db, actor, named)).keys()]
}

/** Finds the tasks of these rows that the user may open, by id. */
export async function findReadableTasks(
  db: Db,
  actor: SignedIn,
  named: readonly { task_id: number | null }[],
): Promise<ReadonlyMap<number, TaskOfRow>> {
  const ids = new Set(named.flatMap(({ task_id }) => task_id ?? []))
  if (ids.size === 0) return new Map()
  const tasks = await findTasks(db, [...ids])
  const readable = await findReadable(db, actor, tasks)
  return new Map(tasks.filter(({ id }) => readable.has(id)).map(task => [task.id, task]))
}

/** Returns the ids of those of these tasks that the user may read, as a list of tasks shows them. */
export async function findReadable(
  db: Db,
  actor: SignedIn,
  tasks: readonly TaskOfRow[],
): Promise<ReadonlySet<number>> {
  if (tasks.length === 0) return new Set()
  const people = await peopleInSight(db, actor)
  const readable = tasks.filter(task => can(actor, 'task.read', task) && isTaskInSight(people, actor, task))
  return new Set(readable.map(({ id }) => id))
}

type LoggedRow = { task_id: number | null; minutes: number }

/** Changes the logged time from the rows before to the rows after. The caller has locked the tasks of both. */
export async function countLoggedMinutes(
  trx: Trx,
  before: readonly LoggedRow[],
  after: readonly LoggedRow[],
): Promise<void> {
  const changes = new Map<number, number>()
  const add = (rows: readonly LoggedRow[], sign: 1 | -1) => {
    for (const { task_id, minutes } of rows) {
      if (task_id !== null) changes.set(task_id, (changes.get(task_id) ?? 0) + sign * minutes)
    }
  }
  add(before, -1)
  add(after, 1)
  await Promise.all(
    [...changes].flatMap(([id, minutes]) => (minutes === 0 ? [] : addMinutes(trx, id, minutes))),
  )
}

const addMinutes = compileOnce((trx, id: number, minutes: number) =>
  trx
    .updateTable('tasks')
    .set({ logged_minutes: sql`logged_minutes + ${minutes}` })
    .where('id', '=', id),
)
