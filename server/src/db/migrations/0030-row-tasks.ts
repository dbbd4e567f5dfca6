import { sql } from 'kysely'
import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Rows of reports may name the task they were for, and tasks keep the sum of the time that was logged on them. */
export const rowTasks: Migration = {
  name: '0030-row-tasks',
  async up(trx) {
    await trx.schema
      .alterTable('report_rows')
      .addColumn('task_id', idReference(trx), column => column.references('tasks.id'))
      .execute()
    // Most rows name no task. The index leaves them out, so that they cost nothing when a report is submitted.
    await sql`create index report_rows_task on report_rows (task_id, report_id, position)
      where task_id is not null`.execute(trx)
    await trx.schema
      .alterTable('tasks')
      .addColumn('logged_minutes', 'integer', column => column.notNull().defaultTo(0))
      .execute()
  },
}
