import { sql } from 'kysely'
import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Projects and who is assigned to them. */
export const projects: Migration = {
  name: '0002-projects',
  async up(trx) {
    await trx.schema
      .createTable('projects')
      .addColumn('id', idType(trx))
      .addColumn('name', 'text', column => column.notNull())
      // The name in lower case: SQLite's own lower() knows only the letters of ASCII.
      .addColumn('name_key', 'text', column => column.notNull())
      .addColumn('description', 'text')
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('deleted_at', 'text')
      .execute()
    await sql`create unique index projects_live_name on projects (name_key) where deleted_at is null`.execute(
      trx,
    )

    await trx.schema
      .createTable('project_members')
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id'])
      .execute()
    await trx.schema.createIndex('project_members_user').on('project_members').column('user_id').execute()
  },
}
