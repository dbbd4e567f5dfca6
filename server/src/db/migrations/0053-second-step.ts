import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** A second step of the sign-in: authenticator apps, passkeys and recovery codes, and sign-ins that wait for it. */
export const secondStep: Migration = {
  name: '0053-second-step',
  async up(trx) {
    const owner = () => idReference(trx)
    // When the account got its first factor. Null: it has none.
    await trx.schema.alterTable('users').addColumn('second_step_at', 'text').execute()
    // Who asked for the second step, if it wasn't this server.
    await trx.schema.alterTable('sign_ins').addColumn('second_step', 'text').execute()
    await trx.schema.alterTable('organization_settings').addColumn('second_step', 'text').execute()
    await trx.schema
      .createTable('authenticator_apps')
      .addColumn('user_id', owner(), column => column.primaryKey().references('users.id'))
      .addColumn('secret', 'text')
      // A secret that counts after one right code.
      .addColumn('new_secret', 'text')
      .addColumn('last_step', 'integer')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await trx.schema
      .createTable('passkeys')
      .addColumn('id', idType(trx))
      .addColumn('user_id', owner(), column => column.notNull().references('users.id'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('credential_id', 'text', column => column.notNull().unique())
      .addColumn('user_handle', 'text', column => column.notNull())
      .addColumn('public_key', 'text', column => column.notNull())
      .addColumn('counter', 'bigint', column => column.notNull())
      .addColumn('transports', 'text', column => column.notNull())
      .addColumn('backed_up', 'integer', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text')
      .execute()
    await trx.schema.createIndex('passkeys_user').on('passkeys').columns(['user_id', 'id']).execute()
    await trx.schema
      .createTable('recovery_codes')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('user_id', owner(), column => column.notNull().references('users.id'))
      .execute()
    await trx.schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute()
    await trx.schema
      .createTable('sign_in_challenges')
      .addColumn('hash', 'text', column => column.primaryKey())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('user_id', owner(), column => column.references('users.id'))
      .addColumn('browser_hash', 'text')
      .addColumn('attempts', 'integer', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await trx.schema
      .createIndex('sign_in_challenges_user')
      .on('sign_in_challenges')
      .column('user_id')
      .execute()
    await trx.schema
      .createIndex('sign_in_challenges_expiry')
      .on('sign_in_challenges')
      .column('expires_at')
      .execute()
  },
}
