import { sql } from 'kysely'
import { can } from '#shared/permissions.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'

// What reports do to tasks: their rows name them, and the time of these rows is kept as `logged_minutes`.

export type NamedTask = { id: number; title: string; project_id: number; assigned_to: number }

const selectTasks = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('tasks')
    .select(['id', 'title', 'project_id', 'assigned_to'])
    .where('id', 'in', [...ids])
    .orderBy('id')
const findTasks = compileOnce(selectTasks)
const lockTasks = compileOnce((db, ids: readonly number[]) => selectTasks(db, ids).forNoKeyUpdate())

/**
 * Those among these that exist, by id. Until the transaction ends none of them is changed, deleted or logged on by another:
 * all locks are taken in the order of ids, and before the first write, as a recount relies on.
 */
export async function holdTasks(
  trx: Trx,
  named: readonly { task_id: number | null }[],
): Promise<ReadonlyMap<number, NamedTask>> {
  const ids = new Set(named.flatMap(({ task_id }) => task_id ?? []))
  if (ids.size === 0) return new Map()
  const tasks = await (isSqlite(trx) ? findTasks : lockTasks)(trx, [...ids])
  return new Map(tasks.map(task => [task.id, task]))
}

/** Ids of the tasks among these that this user may open. */
export async function findOpenTasks(
  db: Db,
  actor: SignedIn,
  named: readonly { task_id: number | null }[],
): Promise<number[]> {
  const ids = new Set(named.flatMap(({ task_id }) => task_id ?? []))
  if (ids.size === 0) return []
  const tasks = await findTasks(db, [...ids])
  return tasks.filter(task => can(actor, 'task.read', task)).map(({ id }) => id)
}

type LoggedRow = { task_id: number | null; minutes: number }

/** From the rows that a report had to those that it has. The caller holds the tasks of both. */
export async function countLogged(
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
