import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The first zone that was set counts for reports from before zones were stored; later changes don't affect them. */
export const earlierReportsZone: Migration = {
  name: '0029-earlier-reports-zone',
  async up(trx) {
    await trx.schema.alterTable('organization_settings').addColumn('earlier_reports_zone', 'text').execute()
    await sql`update organization_settings set earlier_reports_zone = time_zone`.execute(trx)
  },
}
