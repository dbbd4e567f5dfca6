import { compileOnceForOne } from '../../db/compile-once.ts'
import { isOneOfTexts } from '../../db/engine.ts'
import type { Db, OrganizationSettingsTable, Trx } from '../../db/schema.ts'

/** The table has one row, because there is one organization. */
const only = 1

export const findSettings = compileOnceForOne(db =>
  db
    .selectFrom('organization_settings')
    .select([
      'organization_name',
      'time_zone',
      'working_days',
      'reporting_roles',
      'reminder_time',
      'summary_time',
      'manager_scope',
      'second_step',
      'earlier_reports_zone',
    ])
    .where('id', '=', only),
)

export type SettingsRow = Omit<OrganizationSettingsTable, 'id'>

export async function saveSettings(trx: Trx, row: Partial<SettingsRow>): Promise<void> {
  if (Object.keys(row).length === 0) return
  await trx
    .insertInto('organization_settings')
    .values({ id: only, ...row })
    .onConflict(conflict => conflict.column('id').doUpdateSet(row))
    .execute()
}

export function findHolidays(db: Db) {
  return db.selectFrom('holidays').select(['id', 'date', 'name']).orderBy('date').execute()
}

export function findHolidaysWithin(db: Db, first: string, last: string) {
  return db
    .selectFrom('holidays')
    .select(['date', 'name'])
    .where('date', '>=', first)
    .where('date', '<=', last)
    .orderBy('date')
    .execute()
}

export async function countHolidays(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('holidays')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findHolidayDates(db: Db, dates: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('holidays')
    .select('date')
    .where(isOneOfTexts(db, 'date', dates))
    .execute()
  return new Set(rows.map(row => row.date))
}

export function insertHoliday(trx: Trx, row: { date: string; name: string }) {
  return trx.insertInto('holidays').values(row).returning(['id', 'date', 'name']).executeTakeFirstOrThrow()
}

export async function insertHolidays(
  trx: Trx,
  rows: readonly { date: string; name: string }[],
): Promise<{ id: number; date: string }[]> {
  if (rows.length === 0) return []
  return trx.insertInto('holidays').values(rows).returning(['id', 'date']).execute()
}

export function deleteHoliday(trx: Trx, id: number) {
  return trx.deleteFrom('holidays').where('id', '=', id).returning(['id', 'date', 'name']).executeTakeFirst()
}
