import type { Migration } from '../migration.ts'

/** Everything that one user wrote is found without reading what others wrote. */
export const authorIndexes: Migration = {
  name: '0019-author-indexes',
  async up(trx) {
    for (const table of ['comments', 'project_files', 'project_urls']) {
      await trx.schema.createIndex(`${table}_author`).on(table).columns(['user_id', 'id']).execute()
    }
    await trx.schema
      .createIndex('tasks_assigner')
      .on('tasks')
      .columns(['assigned_by', 'created_at', 'id'])
      .execute()
  },
}
