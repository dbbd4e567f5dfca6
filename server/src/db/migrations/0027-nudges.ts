import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Reminders of a report by a reviewer. The key decides between two reviewers who remind a user at once. */
export const nudges: Migration = {
  name: '0027-nudges',
  async up(trx) {
    await trx.schema
      .createTable('nudges')
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('date', 'text', column => column.notNull())
      .addColumn('created_by', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('nudges_key', ['user_id', 'date'])
      .execute()
  },
}
