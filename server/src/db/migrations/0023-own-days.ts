import type { Migration } from '../migration.ts'

/** When a user works and is reminded, and the zone in which each report was first sent. */
export const ownDays: Migration = {
  name: '0023-own-days',
  async up(trx) {
    for (const column of ['time_zone', 'working_days', 'reminder_time', 'reminders_off_at', 'accepted_at']) {
      await trx.schema.alterTable('users').addColumn(column, 'text').execute()
    }
    await trx.schema
      .alterTable('users')
      .addColumn('email_notifications', 'text', column => column.notNull().defaultTo('instant'))
      .execute()
    await trx.schema.alterTable('reports').addColumn('time_zone', 'text').execute()
  },
}
