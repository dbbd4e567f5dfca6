import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Assigned work. Hours are whole tenths: estimates are plain decimals in steps of 0.1. */
export const tasks: Migration = {
  name: '0005-tasks',
  async up(trx) {
    await trx.schema
      .createTable('tasks')
      .addColumn('id', idType(trx))
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('description', 'text')
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('assigned_to', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('assigned_by', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('expected_tenths', 'integer', column => column.notNull())
      .addColumn('actual_tenths', 'integer')
      .addColumn('completion_note', 'text')
      .addColumn('status', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('completed_at', 'text')
      .execute()
    await trx.schema.createIndex('tasks_status').on('tasks').columns(['status', 'id']).execute()
    await trx.schema
      .createIndex('tasks_assignee')
      .on('tasks')
      .columns(['assigned_to', 'status', 'id'])
      .execute()
    await trx.schema
      .createIndex('tasks_project')
      .on('tasks')
      .columns(['project_id', 'status', 'id'])
      .execute()
  },
}
