import type { Migration } from '../migration.ts'
import { fillShares } from '../report-months.ts'

/** The minutes of each project on the days of a month, so that hours of many people are summed from a few rows of each. */
export const sharesOfMonths: Migration = {
  name: '0056-shares-of-months',
  async up(trx) {
    await trx.schema
      .alterTable('report_months')
      .addColumn('shares', 'text', column => column.notNull().defaultTo('{}'))
      .execute()
    await fillShares(trx)
  },
}
