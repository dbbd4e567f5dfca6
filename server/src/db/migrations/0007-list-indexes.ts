import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Tasks newest first by the moment they were made, under every filter; people by role. */
export const listIndexes: Migration = {
  name: '0007-list-indexes',
  async up(trx) {
    for (const old of ['tasks_status', 'tasks_assignee', 'tasks_project']) {
      await trx.schema.dropIndex(old).execute()
    }
    const filters = { all: [], project: ['project_id'], assignee: ['assigned_to'] } as const
    for (const [name, columns] of Object.entries(filters)) {
      await trx.schema
        .createIndex(`tasks_${name}`)
        .on('tasks')
        .columns([...columns, 'created_at', 'id'])
        .execute()
      await trx.schema
        .createIndex(`tasks_${name}_status`)
        .on('tasks')
        .columns([...columns, 'status', 'created_at', 'id'])
        .execute()
    }
    await sql`create index users_live_role on users (role, id) where deleted_at is null`.execute(trx)
  },
}
