import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** What people did elsewhere, the Git servers that say so, and how people are found. */
export const activity: Migration = {
  name: '0049-activity',
  async up(trx) {
    const { schema } = trx
    const reference = idReference(trx)
    await schema.alterTable('users').addColumn('activity_off_at', 'text').execute()
    await schema
      .createTable('activity_sources')
      .addColumn('id', idType(trx))
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('project_id', reference, column => column.notNull().references('projects.id'))
      .addColumn('hook_key', 'text', column => column.notNull().unique())
      .addColumn('secret', 'text', column => column.notNull())
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('last_event_at', 'text')
      .addColumn('unmatched', reference, column => column.notNull().defaultTo(0))
      .execute()
    await schema
      .createTable('activity_deliveries')
      .addColumn('source_id', reference, column =>
        column.notNull().references('activity_sources.id').onDelete('cascade'),
      )
      .addColumn('delivery', 'text', column => column.notNull())
      .addColumn('received_at', 'text', column => column.notNull())
      .addPrimaryKeyConstraint('activity_deliveries_pkey', ['source_id', 'delivery'])
      .execute()
    await schema
      .createIndex('activity_deliveries_age')
      .on('activity_deliveries')
      .column('received_at')
      .execute()
    await schema
      .createTable('activity_emails')
      .addColumn('email', 'text', column => column.primaryKey().notNull())
      .addColumn('user_id', reference, column => column.notNull().references('users.id'))
      .execute()
    await schema.createIndex('activity_emails_user').on('activity_emails').column('user_id').execute()
    await schema
      .createTable('activity_logins')
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('login', 'text', column => column.notNull())
      .addColumn('user_id', reference, column => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('activity_logins_pkey', ['kind', 'login'])
      .execute()
    await schema.createIndex('activity_logins_user').on('activity_logins').column('user_id').execute()
    await schema
      .createTable('activity')
      .addColumn('id', idType(trx))
      .addColumn('user_id', reference, column => column.notNull().references('users.id'))
      .addColumn('project_id', reference, column => column.references('projects.id'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('title', 'text', column => column.notNull())
      .addColumn('link', 'text')
      .addColumn('happened_at', 'text', column => column.notNull())
      .addColumn('activity_key', 'text', column => column.notNull())
      .addColumn('branch_key', 'text')
      .addUniqueConstraint('activity_once', ['user_id', 'activity_key'])
      .execute()
    await schema
      .createIndex('activity_day')
      .on('activity')
      .columns(['user_id', 'happened_at', 'id'])
      .execute()
    await schema.createIndex('activity_age').on('activity').column('happened_at').execute()
  },
}
