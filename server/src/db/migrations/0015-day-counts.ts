import { sql } from 'kysely'
import { idReference, isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * Kept counts that take fewer pages to write: one row a day under whole numbers instead of a day and a month under text,
 * and no counts of a person, whose days are few. On SQLite each table is its own key, without a second tree beside it.
 */
export const dayCounts: Migration = {
  name: '0015-day-counts',
  async up(trx) {
    const clustered = isSqlite(trx) ? sql`without rowid` : sql``
    await trx.schema
      .createTable('day_counts')
      .addColumn('subject', 'integer', column => column.notNull())
      .addColumn('project_id', idReference(trx), column => column.notNull())
      .addColumn('day', 'integer', column => column.notNull())
      .addColumn('total', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('day_counts_key', ['subject', 'project_id', 'day'])
      .modifyEnd(clustered)
      .execute()
    const onDay = (column: string) => sql.raw(`cast(replace(substr(${column}, 1, 10), '-', '') as integer)`)
    const status = sql.raw("case status when 'pending' then 2 when 'in_progress' then 3 else 4 end")
    await sql`insert into day_counts (subject, project_id, day, total)
      select 0, 0, ${onDay('date')}, count(*) from reports group by date
      union all
      select 0, project_id, ${onDay('date')}, count(*) from report_projects group by project_id, date
      union all
      select 1, 0, ${onDay('created_at')}, count(*) from tasks group by 3
      union all
      select 1, project_id, ${onDay('created_at')}, count(*) from tasks group by 2, 3
      union all
      select ${status}, 0, ${onDay('created_at')}, count(*) from tasks group by 1, 3
      union all
      select ${status}, project_id, ${onDay('created_at')}, count(*) from tasks group by 1, 2, 3`.execute(trx)
    await trx.schema.dropTable('period_counts').execute()
    await trx.schema.dropTable('report_people').execute()
    await trx.schema.dropIndex('report_projects_user').execute()
    if (!isSqlite(trx)) return

    await trx.schema.dropIndex('report_projects_date').execute()
    await trx.schema.alterTable('report_projects').renameTo('old_report_projects').execute()
    await trx.schema
      .createTable('report_projects')
      .addColumn('project_id', 'integer', column => column.notNull().references('projects.id'))
      .addColumn('report_id', 'integer', column => column.notNull().references('reports.id'))
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id'))
      .addColumn('date', 'text', column => column.notNull())
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('rows', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('report_projects_key', ['report_id', 'project_id'])
      .modifyEnd(clustered)
      .execute()
    await sql`insert into report_projects (project_id, report_id, user_id, date, minutes, rows)
      select project_id, report_id, user_id, date, minutes, rows
      from old_report_projects order by report_id, project_id`.execute(trx)
    await trx.schema.dropTable('old_report_projects').execute()
    await trx.schema
      .createIndex('report_projects_date')
      .on('report_projects')
      .columns(['project_id', 'date', 'report_id'])
      .execute()

    await trx.schema.alterTable('project_people').renameTo('old_project_people').execute()
    await trx.schema
      .createTable('project_people')
      .addColumn('project_id', 'integer', column => column.notNull().references('projects.id'))
      .addColumn('user_id', 'integer', column => column.notNull().references('users.id'))
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('rows', 'integer', column => column.notNull())
      .addColumn('reports', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('project_people_key', ['project_id', 'user_id'])
      .modifyEnd(clustered)
      .execute()
    await sql`insert into project_people (project_id, user_id, minutes, rows, reports)
      select project_id, user_id, minutes, rows, reports from old_project_people`.execute(trx)
    await trx.schema.dropTable('old_project_people').execute()
  },
}
