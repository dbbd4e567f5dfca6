import { idReference } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * What the provider said of a person waits with the sign-in until its last step. Sign-ons that wait now are begun again:
 * they would have ended within minutes.
 */
export const waitingSignOns: Migration = {
  name: '0057-waiting-sign-ons',
  version: '1.1.0',
  async up(trx) {
    await trx.schema.alterTable('sign_in_challenges').addColumn('sign_on', 'text').execute()
    await trx.schema.dropTable('waiting_sign_ons').execute()
    await trx.schema
      .createTable('waiting_sign_ons')
      .addColumn('code_hash', 'text', column => column.primaryKey())
      // Null for a person who gets an account with the last step.
      .addColumn('user_id', idReference(trx), column => column.references('users.id'))
      .addColumn('sign_on', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await trx.schema
      .createIndex('waiting_sign_ons_expiry')
      .on('waiting_sign_ons')
      .column('expires_at')
      .execute()
    await trx.schema.createIndex('waiting_sign_ons_user').on('waiting_sign_ons').column('user_id').execute()
  },
}
