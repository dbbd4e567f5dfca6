import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** SQLite runs no delete trigger for a row that `insert or replace` replaces, so the record refuses an id that it has. */
export const recordNeverReplaced: Migration = {
  name: '0058-record-never-replaced',
  async up(trx) {
    if (!isSqlite(trx)) return
    await sql`create trigger record_never_replaced before insert on record_entries
      when exists (select 1 from record_entries where id = new.id) begin
      select raise(abort, 'The record is never changed'); end`.execute(trx)
  },
}
