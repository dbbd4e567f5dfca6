import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Users in the order of their names, from an index: sorting a thousand names took a third of the extra time that the day of a
 * large team needs.
 */
export const namesInOrder: Migration = {
  name: '0036-names-in-order',
  async up(trx) {
    await sql`alter table users add column name_key text not null default ''`.execute(trx)
    // The same function as for new rows: lower() of non-ASCII letters depends on the database.
    for (const { id, name } of await trx.selectFrom('users').select(['id', 'name']).execute())
      await trx.updateTable('users').set({ name_key: name.toLowerCase() }).where('id', '=', id).execute()
    await sql`create index users_name on users (name_key, id)`.execute(trx)
  },
}
