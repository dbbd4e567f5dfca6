import { sql } from 'kysely'
import { idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Work that is done later, by any instance (see jobs/). */
export const jobs: Migration = {
  name: '0014-jobs',
  async up(trx) {
    await trx.schema
      .createTable('jobs')
      .addColumn('id', idType(trx))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('key', 'text')
      .addColumn('payload', 'text', column => column.notNull())
      .addColumn('due_at', 'text', column => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('attempts', 'integer', column => column.notNull().defaultTo(0))
      .addColumn('last_error', 'text')
      .addColumn('failed_at', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await trx.schema.createIndex('jobs_key').unique().on('jobs').columns(['kind', 'key']).execute()
    await sql`create index jobs_due on jobs (due_at) where failed_at is null`.execute(trx)
  },
}
