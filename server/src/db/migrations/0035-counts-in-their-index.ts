import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * On PostgreSQL a sum of a thousand days read as many pages, one for each day's row. With the counts in the key's own index it
 * reads 13. SQLite keeps the rows in the order of the key anyway.
 */
export const countsInTheirIndex: Migration = {
  name: '0035-counts-in-their-index',
  async up(trx) {
    if (isSqlite(trx)) return
    await sql`alter table day_counts drop constraint day_counts_key, add constraint day_counts_key
      primary key (subject, project_id, day) include (total, unreviewed, needs_changes)`.execute(trx)
  },
}
