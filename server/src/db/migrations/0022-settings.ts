import { idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** What an admin sets for the whole organization, and its holidays. */
export const settings: Migration = {
  name: '0022-settings',
  async up(trx) {
    // The table has at most one row. A null was never set.
    await trx.schema
      .createTable('organization_settings')
      .addColumn('id', 'integer', column => column.primaryKey())
      .addColumn('organization_name', 'text')
      .addColumn('time_zone', 'text')
      .addColumn('working_days', 'text')
      .addColumn('reporting_roles', 'text')
      .addColumn('reminder_time', 'text')
      .addColumn('summary_time', 'text')
      .execute()
    await trx.schema
      .createTable('holidays')
      .addColumn('id', idType(trx))
      .addColumn('date', 'text', column => column.notNull().unique())
      .addColumn('name', 'text', column => column.notNull())
      .execute()
  },
}
