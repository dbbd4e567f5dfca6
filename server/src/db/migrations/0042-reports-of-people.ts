import { sql } from 'kysely'
import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * For the reports of a team: how many reports each user has written, so that no list counts them, and an index of the few
 * that still need a decision.
 */
export const reportsOfPeople: Migration = {
  name: '0042-reports-of-people',
  async up(trx) {
    await trx.schema
      .createTable('report_authors')
      .addColumn('user_id', idReference(trx), column => column.primaryKey().references('users.id'))
      .addColumn('reports', 'integer', column => column.notNull())
      .execute()
    await sql`insert into report_authors (user_id, reports)
      select user_id, count(*) from reports group by user_id`.execute(trx)
    await sql`create index reports_to_review on reports (user_id, review_state, date, id)
      where review_state <> 'reviewed'`.execute(trx)
  },
}
