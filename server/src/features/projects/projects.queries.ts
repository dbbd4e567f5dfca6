import { compileOnce } from '../../db/compile-once.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

const columns = ['projects.id', 'projects.name', 'projects.description', 'projects.created_at'] as const

export type ProjectRow = { id: number; name: string; description: string | null; created_at: string }

export const findLiveProjects = compileOnce((db, memberId?: number) => {
  const query = db.selectFrom('projects').select(columns).where('deleted_at', 'is', null).orderBy('name_key')
  if (memberId === undefined) return query
  const own = db.selectFrom('project_members').select('project_id').where('user_id', '=', memberId)
  return query.where('projects.id', 'in', own)
})

export function findLiveProject(db: Db, id: number): Promise<ProjectRow | undefined> {
  return db
    .selectFrom('projects')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

const findLiveByIds = compileOnce((db, ids: readonly number[]) =>
  db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null),
)

/** Finds the names of live projects among these ids, by id. */
export async function findLiveProjectNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await findLiveByIds(db, ids)
  return new Map(rows.map(row => [row.id, row.name]))
}

const selectMembers = (db: Db, projectIds: readonly number[]) =>
  db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['project_members.project_id', 'users.id', 'users.name'])
    .where('project_members.project_id', 'in', [...projectIds])
    .where('users.deleted_at', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
const findAllMembers = compileOnce(selectMembers)

/** Finds the assigned users who are in sight and still have an account. */
export function findMembers(db: Db, people: VisiblePeople, projectIds: readonly number[]) {
  return people.ids === undefined
    ? findAllMembers(db, projectIds)
    : onlyVisible(db, selectMembers(db, projectIds), people, 'project_members.user_id').execute()
}

export function insertProject(
  trx: Trx,
  row: { name: string; name_key: string; description: string | null; created_at: string },
) {
  return trx.insertInto('projects').values(row).returning('id').executeTakeFirstOrThrow()
}

/** Finds the ids of live projects by the key of their name. */
export async function findProjectIdsByKey(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name_key'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(row => [row.name_key, row.id]))
}

/** Skips names that another request has taken meanwhile. */
export async function insertMissingProjects(
  trx: Trx,
  rows: readonly { name: string; name_key: string; created_at: string }[],
): Promise<void> {
  await trx
    .insertInto('projects')
    .values([...rows])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function updateProject(
  trx: Trx,
  id: number,
  row: { name: string; name_key: string; description: string | null },
): Promise<boolean> {
  const changed = await trx
    .updateTable('projects')
    .set(row)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Returns the project's name, or undefined if there is no such live project. */
export async function markProjectDeleted(
  db: Db,
  id: number,
  deleted_at: string,
): Promise<string | undefined> {
  const row = await db
    .updateTable('projects')
    .set({ deleted_at })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Replaces those who are in sight. Others stay assigned. */
export async function replaceMembers(
  trx: Trx,
  people: VisiblePeople,
  projectId: number,
  userIds: readonly number[],
): Promise<void> {
  const all = trx.deleteFrom('project_members').where('project_id', '=', projectId)
  await onlyVisible(trx, all, people, 'user_id').execute()
  if (userIds.length === 0) return
  await trx
    .insertInto('project_members')
    .values(userIds.map(user_id => ({ project_id: projectId, user_id })))
    .execute()
}

/** Counts the live users of each project. A project without any is absent from the map. */
export async function countMembers(db: Db, projectIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('project_members')
    .innerJoin('users', 'users.id', 'project_members.user_id')
    .select(['project_members.project_id', db.fn.countAll<number>().as('count')])
    .where('project_members.project_id', 'in', [...projectIds])
    .where('users.deleted_at', 'is', null)
    .groupBy('project_members.project_id')
    .execute()
  return new Map(rows.map(row => [row.project_id, Number(row.count)]))
}

export async function insertMembers(
  trx: Trx,
  rows: readonly { project_id: number; user_id: number }[],
): Promise<void> {
  await trx
    .insertInto('project_members')
    .values([...rows])
    .execute()
}
