import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Links that work once: invitations and forgotten passwords. An account has at most one of each kind. */
export const oneTimeCodes: Migration = {
  name: '0020-one-time-codes',
  async up(trx) {
    await trx.schema
      .createTable('one_time_codes')
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('id', 'text', column => column.notNull())
      .addColumn('code_hash', 'text', column => column.notNull().unique())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('one_time_codes_key', ['user_id', 'kind'])
      .execute()
  },
}
