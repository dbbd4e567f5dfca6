import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** URLs that are told of events, and what was sent to them. */
export const webhooks: Migration = {
  name: '0048-webhooks',
  async up(trx) {
    await trx.schema
      .createTable('webhooks')
      .addColumn('id', idType(trx))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('format', 'text', column => column.notNull())
      .addColumn('events', 'text', column => column.notNull())
      .addColumn('team_ids', 'text', column => column.notNull())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('former_secret', 'text')
      .addColumn('former_secret_until', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('off_at', 'text')
      .addColumn('off_reason', 'text')
      .addColumn('failing_since', 'text')
      .addColumn('last_tried_at', 'text')
      .addColumn('last_status', 'integer')
      .execute()
    // Without a foreign key: a webhook is deleted at once, and its many deliveries are swept away after it.
    await trx.schema
      .createTable('webhook_deliveries')
      .addColumn('id', idType(trx))
      .addColumn('webhook_id', idReference(trx), column => column.notNull())
      .addColumn('event', 'text', column => column.notNull())
      .addColumn('message_id', 'text', column => column.notNull())
      .addColumn('person_id', idReference(trx))
      .addColumn('request', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('tries', 'integer', column => column.notNull())
      .addColumn('tried_at', 'text')
      .addColumn('status', 'integer')
      .addColumn('duration', 'integer')
      .addColumn('answer', 'text')
      .addColumn('error', 'text')
      .addColumn('next_try_at', 'text')
      .execute()
    await trx.schema
      .createIndex('webhook_deliveries_of_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'id'])
      .execute()
    // An event is sent to a webhook once, also if the process ends between queueing it and noting that.
    await trx.schema
      .createIndex('webhook_deliveries_message')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'message_id'])
      .unique()
      .execute()
    await trx.schema
      .createIndex('webhook_deliveries_by_age')
      .on('webhook_deliveries')
      .column('created_at')
      .execute()
  },
}
