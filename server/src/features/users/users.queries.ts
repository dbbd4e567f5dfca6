import { sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { nameColumns, publicColumns, selectLive } from '../../identity/accounts.queries.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

export function findLiveUsers(db: Db, people: VisiblePeople, roles: readonly Role[]) {
  return selectLive(db)
    .where('role', 'in', [...roles])
    .$call(query => onlyVisible(db, query, people, 'id'))
    .orderBy('id')
    .execute()
}

export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', [...emails])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(row => row.email))
}

/** Returns the ids by e-mail. E-mails that another request has taken meanwhile are absent. */
export async function insertInvited(
  trx: Trx,
  people: readonly { name: string; email: string; role: Role }[],
  created_at: string,
): Promise<Map<string, number>> {
  const rows = await trx
    .insertInto('users')
    .values(
      people.map(({ name, email, role }) => ({
        ...nameColumns(name),
        email,
        role,
        password_hash: null,
        created_at,
      })),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
  return new Map(rows.map(row => [row.email, row.id]))
}

type ChangedUser = {
  name: string
  email: string
  role: Role
  time_zone: string | null
  working_days: string | null
}

export function updateUser(trx: Trx, id: number, row: ChangedUser) {
  return trx
    .updateTable('users')
    .set({ ...row, ...nameColumns(row.name) })
    .where('id', '=', id)
    .execute()
}

export function updateRole(trx: Trx, id: number, role: Role) {
  return trx.updateTable('users').set({ role }).where('id', '=', id).execute()
}

const deletedColumns = [...publicColumns, 'deleted_at'] as const

export function findUserEvenDeleted(db: Db, id: number) {
  return db.selectFrom('users').select(deletedColumns).where('id', '=', id).executeTakeFirst()
}

/** Finds deleted users, the latest deletion first. */
export function findDeletedUsers(db: Db, limit: number, offset: number) {
  return db
    .selectFrom('users')
    .select(deletedColumns)
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function findDeletedUsersByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(deletedColumns)
    .where('email', '=', email)
    .where('deleted_at', 'is not', null)
    .orderBy('id')
    .execute()
}

export async function countDeletedUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(db.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

export function replacePersonalData(
  trx: Trx,
  id: number,
  row: { name: string; email: string; password_hash: string | null; time_zone: null },
) {
  return trx
    .updateTable('users')
    .set({ ...row, ...nameColumns(row.name) })
    .where('id', '=', id)
    .execute()
}

export function markUserDeleted(trx: Trx, id: number, deleted_at: string) {
  return trx.updateTable('users').set({ deleted_at }).where('id', '=', id).execute()
}

export async function hasAnotherAdmin(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type Counts = { reports: number; comments: number; tasks: number; files: number }

/** Counts what shows the name of a user. Each count uses an index by user, so that an erasure doesn't scan the tables. */
export async function countWorkOf(db: Db, userId: number): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select (select count(*) from reports where user_id = ${userId}) as reports,
    (select count(*) from comments where user_id = ${userId}) as comments,
    (select count(*) from tasks where assigned_to = ${userId}) +
    (select count(*) from tasks where assigned_by = ${userId} and assigned_to <> ${userId}) as tasks,
    (select count(*) from project_files where user_id = ${userId}) as files`.execute(db)
  return rows[0] as Counts
}
