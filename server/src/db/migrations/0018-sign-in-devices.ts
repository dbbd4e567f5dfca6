import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** What users need to know their devices apart: where and when each sign-in was last used, and an id they may see. */
export const signInDevices: Migration = {
  name: '0018-sign-in-devices',
  async up(trx) {
    // The new table begins empty: archives have no sign-ins, and an upgraded archive must match an upgraded database.
    await trx.schema.alterTable('users').addColumn('last_sign_in_at', 'text').execute()
    // SQLite can't add a primary key, and nothing refers to a sign-in.
    await trx.schema.alterTable('sign_ins').renameTo('old_sign_ins').execute()
    await trx.schema
      .createTable('sign_ins')
      .addColumn('public_id', idType(trx))
      .addColumn('id', 'text', column => column.notNull().unique())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text', column => column.notNull())
      .addColumn('last_used_at', 'text')
      .addColumn('address', 'text')
      .addColumn('device', 'text')
      .execute()
    await sql`insert into sign_ins (id, user_id, created_at, expires_at)
      select id, user_id, created_at, expires_at from old_sign_ins order by created_at, id`.execute(trx)
    await trx.schema.dropTable('old_sign_ins').execute()
    await trx.schema.createIndex('sign_ins_user').on('sign_ins').column('user_id').execute()
    await trx.schema.createIndex('sign_ins_expiry').on('sign_ins').column('expires_at').execute()
  },
}
