import { sql } from 'kysely'
import { idReference, isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'
import { fillReportMonths } from '../report-months.ts'

/**
 * What the insights of a year are summed from: the minutes of each day and project, and on which days of a month each user has
 * reported. The index of a project's reports gets their users and minutes, so that hours of a project are read from it alone.
 */
export const keptHours: Migration = {
  name: '0044-kept-hours',
  async up(trx) {
    await trx.schema.dropIndex('report_projects_date').execute()
    await trx.schema
      .createIndex('report_projects_date')
      .on('report_projects')
      .columns(['project_id', 'date', 'report_id', 'user_id', 'minutes'])
      .execute()

    await trx.schema
      .alterTable('day_counts')
      .addColumn('minutes', 'integer', column => column.notNull().defaultTo(0))
      .execute()
    const onDay = sql.raw(`cast(replace(date, '-', '') as integer)`)
    await sql`update day_counts set minutes = sums.minutes
      from (
        select 0 as project_id, ${onDay} as day, sum(minutes) as minutes from reports group by date
        union all
        select project_id, ${onDay}, sum(minutes) from report_projects group by project_id, date
      ) as sums
      where subject = 0 and day_counts.project_id = sums.project_id and day_counts.day = sums.day`.execute(
      trx,
    )
    if (!isSqlite(trx))
      await sql`alter table day_counts drop constraint day_counts_key, add constraint day_counts_key
        primary key (subject, project_id, day) include (total, unreviewed, needs_changes, minutes)`.execute(
        trx,
      )

    await trx.schema
      .createTable('report_months')
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('month', 'integer', column => column.notNull())
      .addColumn('days', 'integer', column => column.notNull())
      .addColumn('late', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('report_months_key', ['user_id', 'month'])
      .modifyEnd(isSqlite(trx) ? sql`without rowid` : sql``)
      .execute()
    await fillReportMonths(trx)
    await sql`create index reports_without_zone on reports (date, created_at, user_id)
      where time_zone is null`.execute(trx)
  },
}
