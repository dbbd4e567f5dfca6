import { compileOnceForOne } from '../db/compile-once.ts'
import { isSqlite } from '../db/engine.ts'
import type { Db, Trx } from '../db/schema.ts'

export const userColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.role',
  'users.created_at',
] as const

/** What decides whether a signed-in user must set up a second step first. */
const secondStepColumns = [
  'users.second_step_at',
  'sign_ins.second_step',
  'organization_settings.second_step as second_step_policy',
] as const

/** Finds the user of a sign-in. Every request runs this query. */
export const findSignedIn = compileOnceForOne((db, signInId: string) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    // The table has at most one row.
    .leftJoin('organization_settings', join => join.onTrue())
    .select([
      ...userColumns,
      'sign_ins.last_used_at',
      'sign_ins.created_at as opened_at',
      ...secondStepColumns,
    ])
    .where('sign_ins.id', '=', signInId)
    .where('users.deleted_at', 'is', null),
)

/** Finds the user of a sign-in that was accepted before, if it hasn't ended since. */
export const findUserOfSignIn = compileOnceForOne((db, signInId: string) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .leftJoin('organization_settings', join => join.onTrue())
    .select([...userColumns, ...secondStepColumns])
    .where('sign_ins.id', '=', signInId)
    .where('users.deleted_at', 'is', null),
)

/** Finds a user for whom a command acts without a sign-in. */
export const findUserById = compileOnceForOne((db, userId: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).where('deleted_at', 'is', null),
)

// This is the lock that a foreign key takes: `lockRow` waits for it, other requests of the same user don't.
const lockShared = compileOnceForOne((trx, userId: number) =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare(),
)

/**
 * Makes changes of a user wait until the transaction ends, for the acting user or another one whom a write names. SQLite
 * needs no lock, because it runs one write transaction at a time.
 */
export async function lockUserForShare(trx: Trx, userId: number): Promise<void> {
  if (!isSqlite(trx)) await lockShared(trx, userId)
}

type NewSignIn = {
  id: string
  user_id: number
  created_at: string
  expires_at: string
  address: string | null
  device: string | null
  second_step: 'provider' | null
}

export function insertSignIn(db: Db, row: NewSignIn) {
  return db.insertInto('sign_ins').values(row).execute()
}

export function updateLastSignIn(db: Db, userId: number, last_sign_in_at: string) {
  return db.updateTable('users').set({ last_sign_in_at }).where('id', '=', userId).execute()
}

/** Of concurrent requests one writes; for the others the condition on `before` no longer holds. */
export function updateLastUse(
  db: Db,
  { id, before, ...use }: { id: string; before: string; last_used_at: string; address: string },
) {
  return db
    .updateTable('sign_ins')
    .set(use)
    .where('id', '=', id)
    .where(({ fn }) => fn.coalesce('last_used_at', 'created_at'), '<=', before)
    .execute()
}

/** A program that signs in for every call can have more sign-ins than a page can show. */
const signInsShownMax = 100

/** Finds the sign-ins that haven't expired: the current one first, then the latest. */
export function findSignInsOf(
  db: Db,
  { userId, currentId, now }: { userId: number; currentId: string | null; now: string },
) {
  return db
    .selectFrom('sign_ins')
    .select(['public_id', 'id', 'created_at', 'last_used_at', 'address', 'device'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(({ case: when }) => when().when('id', '=', currentId).then(0).else(1).end())
    .orderBy('public_id', 'desc')
    .limit(signInsShownMax)
    .execute()
}

export function deleteSignIn(db: Db, id: string) {
  return db.deleteFrom('sign_ins').where('id', '=', id).execute()
}

export async function deleteSignInByPublicId(
  db: Db,
  { userId, publicId }: { userId: number; publicId: number },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('sign_ins')
    .where('public_id', '=', publicId)
    .where('user_id', '=', userId)
    .returning('public_id')
    .execute()
  return deleted.length > 0
}

/** Deletes all sign-ins except one, and returns how many of them hadn't expired. */
export async function deleteOtherSignIns(
  db: Db,
  { userId, keptId, now }: { userId: number; keptId: string; now: string },
): Promise<number> {
  const deleted = await db
    .deleteFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('id', '!=', keptId)
    .returning('expires_at')
    .execute()
  return deleted.filter(({ expires_at }) => expires_at > now).length
}

export function deleteSignInsOf(db: Db, userId: number) {
  return db.deleteFrom('sign_ins').where('user_id', '=', userId).execute()
}

export function deleteExpiredSignIns(db: Db, now: string) {
  return db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute()
}

/** How many sign-ins have not ended. */
export async function countSignIns(db: Db, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('sign_ins')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
