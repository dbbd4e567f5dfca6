import { compileOnceForOne } from '../../db/compile-once.ts'
import type { Db } from '../../db/schema.ts'

/** The person behind a sign-in: one query for every request. */
export const findSignedIn = compileOnceForOne((db, signInId: string) =>
  db
    .selectFrom('sign_ins')
    .innerJoin('users', 'users.id', 'sign_ins.user_id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.created_at'])
    .where('sign_ins.id', '=', signInId)
    .where('users.deleted_at', 'is', null),
)

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
