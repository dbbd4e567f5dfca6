import { idReference, idType } from '../engine.ts'
import type { Migration } from '../migration.ts'

/** Files and links of a project. A manager marks for deletion, an admin removes or restores. */
export const projectResources: Migration = {
  name: '0004-project-resources',
  async up(trx) {
    await trx.schema
      .createTable('project_files')
      .addColumn('id', idType(trx))
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('file_name', 'text', column => column.notNull())
      .addColumn('file_size', idReference(trx), column => column.notNull())
      .addColumn('storage_name', 'text', column => column.notNull().unique())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('deletion_marked_at', 'text')
      .execute()
    await trx.schema
      .createIndex('project_files_project')
      .on('project_files')
      .columns(['project_id', 'id'])
      .execute()

    await trx.schema
      .createTable('project_urls')
      .addColumn('id', idType(trx))
      .addColumn('project_id', idReference(trx), column => column.notNull().references('projects.id'))
      .addColumn('url_type', 'text', column => column.notNull())
      .addColumn('url', 'text', column => column.notNull())
      .addColumn('user_id', idReference(trx), column => column.notNull().references('users.id'))
      .addColumn('created_at', 'text', column => column.notNull())
      .addColumn('deletion_marked_at', 'text')
      .execute()
    await trx.schema
      .createIndex('project_urls_project')
      .on('project_urls')
      .columns(['project_id', 'id'])
      .execute()
  },
}
