import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** What users are told, whom comments mention, and which mails a user has turned off. */
export const notifications: Migration = {
  name: '0031-notifications',
  async up(trx) {
    await trx.schema
      .createTable('notifications')
      .addColumn('id', idType(trx))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('key', 'text')
      .addColumn('subject', 'text')
      .addColumn('actor_id', idReference(trx), column => column.references('users.id'))
      .addColumn('comment_id', idReference(trx), column => column.references('comments.id'))
      .addColumn('data', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('read_at', 'text')
      .addColumn('mail_due_at', 'text')
      .execute()
    await sql`create unique index notifications_key on notifications (user_id, key)
      where key is not null`.execute(trx)
    await trx.schema
      .createIndex('notifications_user')
      .on('notifications')
      .columns(['user_id', 'created_at', 'id'])
      .execute()
    await sql`create index notifications_unread on notifications (user_id, created_at)
      where read_at is null`.execute(trx)
    await sql`create index notifications_mail on notifications (mail_due_at)
      where mail_due_at is not null`.execute(trx)

    await trx.schema
      .createTable('comment_mentions')
      .addColumn('comment_id', idReference(trx), column => column.notNull().references('comments.id'))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('comment_mentions_key', ['comment_id', 'user_id'])
      .execute()

    await trx.schema
      .createTable('muted_mails')
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('kind', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('muted_mails_key', ['user_id', 'kind'])
      .execute()
  },
}
