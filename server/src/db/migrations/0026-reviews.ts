import { sql } from 'kysely'
import { idReference, isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'
import type { Trx } from '../schema.ts'

/**
 * Whether a report has been reviewed, and its earlier versions. Reports from before count as reviewed, by the default of the
 * column: no row is rewritten, however many there are, and the counts of reports to review begin at zero.
 */
export const reviews: Migration = {
  name: '0026-reviews',
  async up(trx) {
    await trx.schema
      .alterTable('reports')
      .addColumn('review_state', 'text', column => column.notNull().defaultTo('reviewed'))
      .execute()
    await trx.schema
      .alterTable('reports')
      .addColumn('reviewed_by', idReference(trx), column => column.references('users.id'))
      .execute()
    await trx.schema.alterTable('reports').addColumn('reviewed_at', 'text').execute()
    // No foreign key: comments refer to reports already, and neither of the two is ever deleted.
    await trx.schema.alterTable('reports').addColumn('review_comment_id', idReference(trx)).execute()
    await trx.schema
      .alterTable('reports')
      .addColumn('revision', 'integer', column => column.notNull().defaultTo(1))
      .execute()
    for (const state of ['unreviewed', 'needs_changes']) {
      await trx.schema
        .alterTable('day_counts')
        .addColumn(state, 'integer', column => column.notNull().defaultTo(0))
        .execute()
    }
    await trx.schema
      .createIndex('reports_review')
      .on('reports')
      .columns(['review_state', 'date', 'id'])
      .execute()
    await indexStates(trx)

    await trx.schema
      .createTable('report_revisions')
      .addColumn('report_id', idReference(trx), column => column.notNull().references('reports.id'))
      .addColumn('number', 'integer', column => column.notNull())
      .addColumn('saved_at', 'text', column => column.notNull())
      .addColumn('tasks', 'text', column => column.notNull())
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('blockers', 'text')
      .addColumn('tomorrow_plan', 'text')
      .addColumn('rows', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('report_revisions_key', ['report_id', 'number'])
      .execute()
  },
}

/** The days of a user with their states are read from an index alone, as calendars do. */
async function indexStates(trx: Trx): Promise<void> {
  if (isSqlite(trx)) {
    await trx.schema.dropIndex('reports_calendar').execute()
    await trx.schema
      .createIndex('reports_calendar')
      .on('reports')
      .columns(['user_id', 'date', 'minutes', 'created_at', 'time_zone', 'review_state'])
      .execute()
    return
  }
  await trx.schema.dropIndex('reports_user_date').execute()
  await sql`create unique index reports_user_date on reports (user_id, date)
    include (id, minutes, created_at, time_zone, review_state)`.execute(trx)
}
