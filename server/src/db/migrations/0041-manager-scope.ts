import { sql } from 'kysely'
import { idReference, isSqlite } from '../engine.ts'
import type { Migration } from '../migration.ts'

/**
 * Whom managers see: everyone if it is null, or the people of the teams that they lead. Notifications gain the person they are
 * about, so that a manager no longer reads those about people out of sight.
 */
export const managerScope: Migration = {
  name: '0041-manager-scope',
  async up(trx) {
    await trx.schema.alterTable('organization_settings').addColumn('manager_scope', 'text').execute()
    await trx.schema.alterTable('notifications').addColumn('person_id', idReference(trx)).execute()
    const fromData = (name: string) =>
      isSqlite(trx) ? sql`json_extract(data, ${`$.${name}`})` : sql`(data::json ->> ${sql.lit(name)})::bigint`
    await sql`update notifications set person_id = coalesce(${fromData('author')}, ${fromData('assignee')})`.execute(
      trx,
    )
  },
}
