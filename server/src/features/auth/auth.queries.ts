import { compileOnceForOne } from '../../db/compile-once.ts'
import { isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

const userColumns = ['users.id', 'users.name', 'users.email', 'users.role', 'users.created_at'] as const

/** The person behind a sign-in: one query for every request. */
export const findSignedIn = compileOnceForOne((db, signInId: string) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select(userColumns)
    .where('sign_ins.id', '=', signInId)
    .where('users.deleted_at', 'is', null),
)

/** A user for whom a command acts, without a sign-in. */
export const findActing = compileOnceForOne((db, userId: number) =>
  db.selectFrom('users').select(userColumns).where('id', '=', userId).where('deleted_at', 'is', null),
)

// The lock that a foreign key takes, too: `lockRow` waits for it, other actions of the same user do not.
const lockShared = compileOnceForOne((trx, userId: number) =>
  trx.selectFrom('users').select('id').where('id', '=', userId).forKeyShare(),
)

/** Keeps a user as they are until the transaction ends. SQLite's transactions come one after the other anyway. */
export async function holdUser(trx: Trx, userId: number): Promise<void> {
  if (!isSqlite(trx)) await lockShared(trx, userId)
}

export function insertSignIn(
  db: Db,
  row: { id: string; user_id: number; created_at: string; expires_at: string },
) {
  return db.insertInto('sign_ins').values(row).execute()
}

export function deleteSignIn(db: Db, id: string) {
  return db.deleteFrom('sign_ins').where('id', '=', id).execute()
}

export function deleteSignInsOf(db: Db, userId: number) {
  return db.deleteFrom('sign_ins').where('user_id', '=', userId).execute()
}

export function deleteExpiredSignIns(db: Db, now: string) {
  return db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute()
}
