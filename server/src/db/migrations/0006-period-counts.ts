import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Counts by day and by month for every list that grows; they take over from the reports of each day. */
export const periodCounts: Migration = {
  name: '0006-period-counts',
  async up(trx) {
    await trx.schema
      .createTable('period_counts')
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('unit', 'text', column => column.notNull())
      .addColumn('period', 'text', column => column.notNull())
      .addColumn('total', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('period_counts_key', ['subject', 'unit', 'period'])
      .execute()
    await sql`insert into period_counts (subject, unit, period, total)
      select 'reports', 'day', date, reports from report_days
      union all
      select 'reports of project ' || project_id, 'day', date, count(*)
      from report_projects group by project_id, date
      union all
      select status || ' tasks', 'day', substr(created_at, 1, 10), count(*)
      from tasks group by status, substr(created_at, 1, 10)
      union all
      select status || ' tasks of project ' || project_id, 'day', substr(created_at, 1, 10), count(*)
      from tasks group by status, project_id, substr(created_at, 1, 10)`.execute(trx)
    await sql`insert into period_counts (subject, unit, period, total)
      select subject, 'month', substr(period, 1, 7), sum(total)
      from period_counts group by subject, substr(period, 1, 7)`.execute(trx)
    await trx.schema.dropTable('report_days').execute()
  },
}
