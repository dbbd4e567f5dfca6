import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Teams of people: who is in them, and which reviewers lead them. */
export const teams: Migration = {
  name: '0040-teams',
  async up(trx) {
    await trx.schema
      .createTable('teams')
      .addColumn('id', idType(trx))
      .addColumn('name', 'text', column => column.notNull())
      // Names with the same key are the same name, whatever their case.
      .addColumn('name_key', 'text', column => column.notNull().unique())
      .addColumn('description', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .execute()
    for (const table of ['team_members', 'team_leads'] as const) {
      await trx.schema
        .createTable(table)
        .addColumn('team_id', idReference(trx), column => column.notNull().references('teams.id'))
        .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
        .addPrimaryKeyConstraint(`${table}_key`, ['team_id', 'user_id'])
        .execute()
      await trx.schema.createIndex(`${table}_user`).on(table).columns(['user_id', 'team_id']).execute()
    }
  },
}
