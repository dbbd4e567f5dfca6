import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** How much text each user has stored on the last day that they stored any. One row for a user, so that it stays small. */
export const writtenBytes: Migration = {
  name: '0039-written-bytes',
  async up(trx) {
    await trx.schema
      .createTable('written_bytes')
      .addColumn('user_id', idReference(trx), column => column.primaryKey().references('users.id'))
      .addColumn('day', 'text', column => column.notNull())
      .addColumn('bytes', 'integer', column => column.notNull())
      .execute()
  },
}
