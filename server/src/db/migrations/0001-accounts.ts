import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Users, their sign-ins, and the limits on guessing passwords. */
export const accounts: Migration = {
  name: '0001-accounts',
  async up(trx) {
    await trx.schema
      .createTable('users')
      .addColumn('id', idType(trx))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('role', 'text', column => column.notNull())
      .addColumn('password_hash', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('deleted_at', 'text')
      .addCheckConstraint(
        'users_role',
        sql`role in ('developer', 'designer', 'marketing', 'manager', 'admin')`,
      )
      .execute()
    // Unique among accounts that are not deleted: deleting an account frees its e-mail.
    await sql`create unique index users_live_email on users (email) where deleted_at is null`.execute(trx)

    await trx.schema
      .createTable('sign_ins')
      .addColumn('id', 'text', column => column.primaryKey())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .execute()
    await trx.schema.createIndex('sign_ins_user').on('sign_ins').column('user_id').execute()
    await trx.schema.createIndex('sign_ins_expiry').on('sign_ins').column('expires_at').execute()

    await trx.schema
      .createTable('sign_in_failures')
      .addColumn('id', idType(trx))
      .addColumn('address', 'text', column => column.notNull())
      .addColumn('email', 'text', column => column.notNull())
      .addColumn('failed_at', 'text', column => column.notNull())
      .execute()
    await trx.schema
      .createIndex('sign_in_failures_account')
      .on('sign_in_failures')
      .columns(['address', 'email', 'failed_at'])
      .execute()
    await trx.schema
      .createIndex('sign_in_failures_address')
      .on('sign_in_failures')
      .columns(['address', 'failed_at'])
      .execute()
    await trx.schema.createIndex('sign_in_failures_age').on('sign_in_failures').column('failed_at').execute()

    await trx.schema
      .createTable('shared_values')
      .addColumn('name', 'text', column => column.primaryKey())
      .addColumn('value', 'text', column => column.notNull())
      .execute()

    await trx.schema
      .createTable('setup_codes')
      .addColumn('instance', 'text', column => column.primaryKey())
      .addColumn('code_hash', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
  },
}
