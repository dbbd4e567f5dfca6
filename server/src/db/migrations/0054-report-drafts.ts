import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Drafts of reports that assistants saved for their users. */
export const reportDrafts: Migration = {
  name: '0054-report-drafts',
  async up(trx) {
    await trx.schema
      .createTable('report_drafts')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('date', 'text', column => column.notNull())
      .addColumn('tasks', 'text')
      .addColumn('blockers', 'text')
      .addColumn('tomorrow_plan', 'text')
      // JSON, because a draft is only read and replaced as a whole.
      .addColumn('rows', 'text', column => column.notNull())
      .addColumn('token_name', 'text')
      .addColumn('saved_at', 'text', column => column.notNull())
      .addUniqueConstraint('report_drafts_once', ['user_id', 'date'])
      .execute()
    await trx.schema.createIndex('report_drafts_age').on('report_drafts').column('saved_at').execute()
  },
}
