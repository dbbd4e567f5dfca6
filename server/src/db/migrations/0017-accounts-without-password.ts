import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** An account may have no password yet, or none any more: then there is no hash, and it can't sign in. */
export const accountsWithoutPassword: Migration = {
  name: '0017-accounts-without-password',
  async up(trx) {
    if (!isSqlite(trx)) {
      await sql`alter table users alter column password_hash drop not null`.execute(trx)
      return
    }
    // SQLite can't drop a NOT NULL, and rebuilding the table would break the references to it.
    await sql`alter table users add column hash text`.execute(trx)
    await sql`update users set hash = password_hash`.execute(trx)
    await sql`alter table users drop column password_hash`.execute(trx)
    await sql`alter table users rename column hash to password_hash`.execute(trx)
  },
}
