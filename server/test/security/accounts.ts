import type { Db } from '../../src/db/schema.ts'

/** All columns that an attack on accounts could change. */
export function accountsIn(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'password_hash', 'deleted_at'])
    .orderBy('id')
    .execute()
}
