import { sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../db/compile-once.ts'
import { isOneOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'

/** A live account without a password is an invitation, until its user chooses one or comes by single sign-on. */
export const isInvited =
  sql<boolean>`users.password_hash is null and users.accepted_at is null and users.deleted_at is null`.as(
    'invited',
  )

/** Neither deleted nor only invited. Only these accounts get notifications and mails. */
export const canSignIn = sql<boolean>`users.deleted_at is null and (users.password_hash is not null or users.accepted_at is not null)`

export const publicColumns = ['id', 'name', 'email', 'role', 'created_at', isInvited] as const

export const selectLive = (db: Db) =>
  db
    .selectFrom('users')
    .select([...publicColumns, 'last_sign_in_at', 'time_zone', 'working_days'])
    .where('deleted_at', 'is', null)

export function findLiveUser(db: Db, id: number) {
  return selectLive(db).where('id', '=', id).executeTakeFirst()
}

/** Finds those of these users who can sign in. */
export function findActiveUsers(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where(isOneOf(db, 'id', ids))
    .where(canSignIn)
    .orderBy('id')
    .execute()
}

export function findLiveUserByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select([...publicColumns, 'password_hash'])
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findPasswordHash(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The name, with the key that lists of users are sorted by. */
export const nameColumns = (name: string) => ({ name, name_key: name.toLowerCase() })

export function insertUser(
  db: Db,
  row: { name: string; email: string; role: Role; password_hash: string | null; created_at: string },
) {
  return db
    .insertInto('users')
    .values({ ...row, ...nameColumns(row.name) })
    .returning(publicColumns)
    .executeTakeFirstOrThrow()
}

/** The first password accepts the invitation, also if a reviewer set it. */
export function updatePasswordHash(db: Db, id: number, password_hash: string, now: string) {
  return db
    .updateTable('users')
    .set({
      password_hash,
      accepted_at: sql`case when password_hash is null then coalesce(accepted_at, ${now}) else accepted_at end`,
    })
    .where('id', '=', id)
    .execute()
}

/** The user of an invitation has come another way than with a password. */
export function markAccepted(db: Db, id: number, accepted_at: string) {
  return db
    .updateTable('users')
    .set({ accepted_at })
    .where('id', '=', id)
    .where('password_hash', 'is', null)
    .where('accepted_at', 'is', null)
    .execute()
}

/** Includes deleted accounts. */
export function findEmails(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** Finds the settings that a user changes on their own account. */
export const findOwnAccount = compileOnceForOne((db, id: number) =>
  db
    .selectFrom('users')
    .select(['name', 'time_zone', 'working_days', 'reminder_time', 'reminders_off_at', 'email_notifications'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null),
)
export type OwnAccount = NonNullable<Awaited<ReturnType<typeof findOwnAccount>>>

export async function updateOwnAccount(db: Db, id: number, row: Partial<OwnAccount>): Promise<void> {
  if (Object.keys(row).length === 0) return
  await db
    .updateTable('users')
    .set({ ...row, ...(row.name !== undefined && nameColumns(row.name)) })
    .where('id', '=', id)
    .execute()
}

/** Includes deleted accounts, because the first administrator can be set up only once. */
export async function hasAnyAccount(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Counts all accounts, including deleted ones. */
export async function countUsers(db: Db): Promise<number> {
  return Number((await countAll(db))?.count ?? 0)
}

const countAll = compileOnceForOne(db => db.selectFrom('users').select(db.fn.countAll<number>().as('count')))

export function countLiveUsers(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(db.fn.countAll<number>().as('count'))
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}
