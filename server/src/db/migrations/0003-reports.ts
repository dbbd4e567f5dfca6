import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Reports, their rows and comments, and stored counts, so that no list has to count rows. */
export const reports: Migration = {
  name: '0003-reports',
  async up(trx) {
    await trx.schema
      .createTable('reports')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('date', 'text', column => column.notNull())
      .addColumn('tasks', 'text', column => column.notNull())
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('blockers', 'text')
      .addColumn('tomorrow_plan', 'text')
      .addColumn('project_id', idReference(trx), column => column.references('projects.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('edited_at', 'text')
      .execute()
    // One report a day; also read by "my reports" and by today's status.
    await trx.schema
      .createIndex('reports_user_date')
      .on('reports')
      .columns(['user_id', 'date'])
      .unique()
      .execute()
    // For the list of all users' reports, newest first; the index is read backwards.
    await trx.schema.createIndex('reports_date').on('reports').columns(['date', 'id']).execute()

    await trx.schema
      .createTable('report_rows')
      .addColumn('id', idType(trx))
      .addColumn('report_id', idReference(trx), column => column.notNull().references('reports.id'))
      .addColumn('position', 'integer', column => column.notNull())
      .addColumn('description', 'text', column => column.notNull())
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .execute()
    await trx.schema
      .createIndex('report_rows_report')
      .on('report_rows')
      .columns(['report_id', 'position'])
      .unique()
      .execute()

    await trx.schema
      .createTable('comments')
      .addColumn('id', idType(trx))
      .addColumn('report_id', idReference(trx), column => column.notNull().references('reports.id'))
      .addColumn('parent_id', idReference(trx), column => column.references('comments.id'))
      .addColumn('level', 'integer', column => column.notNull())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('comment', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    await trx.schema.createIndex('comments_report').on('comments').columns(['report_id', 'id']).execute()

    await trx.schema
      .createTable('report_days')
      .addColumn('date', 'text', column => column.primaryKey())
      .addColumn('reports', 'integer', column => column.notNull())
      .execute()
    await trx.schema
      .createTable('report_people')
      .addColumn('user_id', idReference(trx), column => column.primaryKey().references('users.id'))
      .addColumn('reports', 'integer', column => column.notNull())
      .execute()
    // What a person did for a project on a day: lists by project, hours and summaries read this.
    await trx.schema
      .createTable('report_projects')
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('report_id', idReference(trx), column => column.notNull().references('reports.id'))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('date', 'text', column => column.notNull())
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('rows', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('report_projects_key', ['report_id', 'project_id'])
      .execute()
    await trx.schema
      .createIndex('report_projects_date')
      .on('report_projects')
      .columns(['project_id', 'date', 'report_id'])
      .execute()
    await trx.schema
      .createIndex('report_projects_user')
      .on('report_projects')
      .columns(['project_id', 'user_id', 'date', 'report_id'])
      .execute()
    await trx.schema
      .createTable('project_people')
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('minutes', 'integer', column => column.notNull())
      .addColumn('rows', 'integer', column => column.notNull())
      .addColumn('reports', 'integer', column => column.notNull())
      .addPrimaryKeyConstraint('project_people_key', ['project_id', 'user_id'])
      .execute()
  },
}
