import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Who a user is at a provider of single sign-on, and sign-ins that came back from it and wait for their page. */
export const identities: Migration = {
  name: '0052-identities',
  async up(trx) {
    await trx.schema
      .createTable('identities')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('issuer', 'text', column => column.notNull())
      .addColumn('subject', 'text', column => column.notNull())
      .addColumn('email', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text')
      .addUniqueConstraint('identities_subject', ['issuer', 'subject'])
      .execute()
    await trx.schema.createIndex('identities_user').on('identities').columns(['user_id', 'id']).execute()
    await trx.schema
      .createTable('waiting_sign_ons')
      .addColumn('code_hash', 'text', column => column.primaryKey())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      // Without an issuer, the user is signed in; with one, the identity is linked once the password is confirmed.
      .addColumn('issuer', 'text')
      .addColumn('subject', 'text')
      .addColumn('email', 'text')
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
