import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Browsers that have signed in to an account before. */
export const knownDevices: Migration = {
  name: '0010-known-devices',
  async up(trx) {
    await trx.schema
      .createTable('known_devices')
      .addColumn('device_hash', 'text', column => column.notNull())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('used_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('known_devices_key', ['device_hash', 'user_id'])
      .execute()
    await trx.schema
      .createIndex('known_devices_user')
      .on('known_devices')
      .columns(['user_id', 'used_at'])
      .execute()
  },
}
