import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** What users list and someone else may use: it waits to be confirmed. */
export const activityClaims: Migration = {
  name: '0060-activity-claims',
  version: '1.2.0',
  async up(trx) {
    const { schema } = trx
    const reference = idReference(trx)
    await schema
      .createTable('activity_names')
      .addColumn('name_hash', 'text', column => column.primaryKey().notNull())
      .addColumn('seen_at', 'text', column => column.notNull())
      .addColumn('user_id', reference, column => column.references('users.id'))
      .execute()
    await schema.createIndex('activity_names_age').on('activity_names').column('seen_at').execute()
    await schema.createIndex('activity_names_user').on('activity_names').column('user_id').execute()
    await schema
      .createTable('activity_claims')
      .addColumn('id', idType(trx))
      .addColumn('user_id', reference, column => column.notNull().references('users.id'))
      .addColumn('kind', 'text', column => column.notNull())
      .addColumn('name', 'text', column => column.notNull())
      .addColumn('claimed_at', 'text', column => column.notNull())
      .addColumn('code_sent_at', 'text')
      .addUniqueConstraint('activity_claims_once', ['user_id', 'kind', 'name'])
      .execute()
    await schema.createIndex('activity_claims_name').on('activity_claims').columns(['kind', 'name']).execute()
    await schema
      .createTable('activity_code_mails')
      .addColumn('user_id', reference, column => column.primaryKey().notNull().references('users.id'))
      .addColumn('day', 'text', column => column.notNull())
      .addColumn('mails', reference, column => column.notNull())
      .execute()
  },
}
