import type { Migration } from '../migration.ts'

/** When the mail of a notification went out; of earlier ones it isn't known. */
export const mailedNotifications: Migration = {
  name: '0037-mailed-notifications',
  async up(trx) {
    await trx.schema.alterTable('notifications').addColumn('mailed_at', 'text').execute()
  },
}
