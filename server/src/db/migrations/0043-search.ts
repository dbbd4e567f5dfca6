import { isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'
import { createSearchIndexes } from '../search-index.ts'

/** The words of all texts. A job fills the indexes in the background, so that an upgrade doesn't wait for it. */
export const search: Migration = {
  name: '0043-search',
  async up(trx) {
    await createSearchIndexes(trx)
    await trx.schema
      .createTable('search_progress')
      .addColumn('type', 'text', column => column.primaryKey())
      .addColumn('version', 'integer', column => column.notNull())
      .addColumn('done', isSqlite(trx) ? 'integer' : 'bigint', column => column.notNull())
      .addColumn('total', isSqlite(trx) ? 'integer' : 'bigint', column => column.notNull())
      .execute()
  },
}
