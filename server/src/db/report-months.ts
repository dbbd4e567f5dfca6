import { sql } from 'kysely'
import { stateOfReport } from '#shared/day-state.ts'
import { endOfDay } from '#shared/zones.ts'
import { compileOnce } from './compile-once.ts'
import { isOneOf, isSqlite } from './engine.ts'
import type { Db, Trx } from './schema.ts'

// For each user and month, the days with a report and those with a late one, as one bit per day from the lowest on. A
// year of a user is twelve small rows instead of 250 reports. Whether a report is late never changes once its zone is
// stored. For reports from before zones were stored it depends on a setting, so their days are never `late` here.
//
// `shares` has the projects of each day, each followed by its minutes: `{"9":[3,210,7,45]}`. The row of a month is
// written for every report anyway, and summing the shares of all reports of a year would take ten times as long.

/** The month of 2026-03-09 is 202603. */
export const monthNumber = (day: string) => Number(day.slice(0, 7).replace('-', ''))

export const bitOfDay = (day: string) => 1 << (Number(day.slice(8)) - 1)

type ReportOfDay = { user_id: number; date: string }
type SentReport = ReportOfDay & { created_at: string; time_zone: string }
/** Ordered by project, as `fillShares` writes them. */
type Shares = readonly { project_id: number; minutes: number }[]

const dayOf = (date: string) => Number(date.slice(8))
const pairsOf = (shares: Shares) => shares.flatMap(({ project_id, minutes }) => [project_id, minutes])

export function addToMonth(trx: Trx, { user_id, date, created_at, time_zone }: SentReport, own: Shares) {
  const days = bitOfDay(date)
  const late = stateOfReport(date, { created_at, time_zone }) === 'late' ? days : 0
  const shares = JSON.stringify(own.length === 0 ? {} : { [dayOf(date)]: pairsOf(own) })
  return addUp(trx, { user_id, month: monthNumber(date), days, late, shares })
}

const addUp = compileOnce(
  (trx, row: { user_id: number; month: number; days: number; late: number; shares: string }) =>
    trx
      .insertInto('report_months')
      .values(row)
      .onConflict(conflict =>
        conflict.columns(['user_id', 'month']).doUpdateSet({
          days: sql`report_months.days | excluded.days`,
          late: sql`report_months.late | excluded.late`,
          shares: isSqlite(trx)
            ? sql`json_patch(report_months.shares, excluded.shares)`
            : sql`(report_months.shares::jsonb || excluded.shares::jsonb)::text`,
        }),
      ),
)

/** The shares of a report after an edit. */
export async function changeShares(trx: Trx, { user_id, date }: ReportOfDay, own: Shares): Promise<void> {
  // A day without shares is removed: for both databases, null removes a key.
  const shares = JSON.stringify({ [dayOf(date)]: own.length === 0 ? null : pairsOf(own) })
  await trx
    .updateTable('report_months')
    .set({
      shares: isSqlite(trx)
        ? sql`json_patch(shares, ${shares})`
        : sql`jsonb_strip_nulls(shares::jsonb || ${shares}::jsonb)::text`,
    })
    .where('user_id', '=', user_id)
    .where('month', '=', monthNumber(date))
    .execute()
}

/** A day is a number such as 20260309. */
export type Share = { userId: number; projectId: number; day: number; minutes: number }

/** Calls `each` for every project on which one of these users worked on a day of the period. */
export async function forEachShare(
  db: Db,
  userIds: readonly number[],
  { first, last }: { first: number; last: number },
  each: (share: Share) => void,
): Promise<void> {
  const rows = await db
    .selectFrom('report_months')
    .select(['user_id', 'month', 'shares'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('month', '>=', Math.floor(first / 100))
    .where('month', '<=', Math.floor(last / 100))
    .execute()
  for (const { user_id: userId, month, shares } of rows) {
    const days = JSON.parse(shares) as Record<string, number[]>
    for (const ofMonth in days) {
      const day = month * 100 + Number(ofMonth)
      if (day < first || day > last) continue
      const pairs = days[ofMonth] as number[]
      for (let at = 0; at < pairs.length; at += 2)
        each({ userId, projectId: pairs[at] as number, day, minutes: pairs[at + 1] as number })
    }
  }
}

/** Computes all rows of the empty table from the reports. */
export async function fillReportMonths(trx: Trx): Promise<void> {
  const month = sql.raw(`cast(replace(substr(date, 1, 7), '-', '') as integer)`)
  await sql`insert into report_months (user_id, month, days, late)
    select user_id, ${month}, sum(1 << (cast(substr(date, 9, 2) as integer) - 1)), 0
    from reports group by user_id, ${month}`.execute(trx)
  const { rows } = await sql<{ date: string; time_zone: string }>`
    select distinct date, time_zone from reports where time_zone is not null`.execute(trx)
  for (const [date, zones] of Map.groupBy(rows, row => row.date)) {
    const isLate = zones.map(
      ({ time_zone }) =>
        sql<boolean>`(time_zone = ${time_zone} and created_at >= ${endOfDay(date, time_zone)})`,
    )
    await sql`update report_months set late = late | ${sql.lit(bitOfDay(date))}
      where month = ${monthNumber(date)}
      and user_id in (select user_id from reports where date = ${date} and (${sql.join(isLate, sql` or `)}))`.execute(
      trx,
    )
  }
}

/** Computes the shares of all rows from those of the reports. */
export async function fillShares(trx: Trx): Promise<void> {
  const [day, month] = [
    sql.raw('cast(substr(date, 9, 2) as integer)'),
    sql.raw(`cast(replace(substr(date, 1, 7), '-', '') as integer)`),
  ]
  await sql`update report_months set shares = found.shares
    from (
      select user_id, month, '{' || string_agg('"' || day || '":[' || pairs || ']', ',' order by day) || '}' as shares
      from (
        select user_id, ${month} as month, ${day} as day,
          string_agg(project_id || ',' || minutes, ',' order by project_id) as pairs
        from report_projects group by user_id, date
      ) as days
      group by user_id, month
    ) as found
    where report_months.user_id = found.user_id and report_months.month = found.month`.execute(trx)
}
