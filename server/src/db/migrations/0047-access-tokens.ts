import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Tokens with which programs act for a user. */
export const accessTokens: Migration = {
  name: '0047-access-tokens',
  async up(trx) {
    await trx.schema
      .createTable('access_tokens')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('scope', 'text', column => column.notNull())
      .addColumn('hash', 'text', column => column.notNull().unique())
      .addColumn('ending', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('expires_at', 'text')
      .addColumn('last_used_at', 'text')
      .addColumn('notified_at', 'text')
      .execute()
    await trx.schema
      .createIndex('access_tokens_user')
      .on('access_tokens')
      .columns(['user_id', 'id'])
      .execute()
    await sql`create index access_tokens_expiry on access_tokens (expires_at) where notified_at is null`.execute(
      trx,
    )
  },
}
