import type { InsightReporting, InsightReportingQuery } from '#shared/contract/insights.ts'
import { daysWithin } from '#shared/dates.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { bitOfDay, monthNumber } from '../../db/report-months.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { isLimitedToTeams, type VisiblePeople, visiblePeople } from '../../identity/visible-people.ts'
import { forEachChunk, type IsDisconnected } from '../../lib/map-in-chunks.ts'
import { findOwedDays } from '../calendar/owed-days.service.ts'
import { getOrganization } from '../settings/settings.service.ts'
import { countLateWithoutZone, findMonthsOf, findUsers } from './insights.queries.ts'

/** Two years of so many users are some thousand rows. */
const usersPerChunk = 100

type Day = InsightReporting['days'][number]

/**
 * Counts for each day of a period what the team's day counts. It reads the stored months, because a year of a thousand people has
 * a quarter of a million reports.
 */
export async function readInsightReporting(
  ctx: Context,
  viewer: SignedIn,
  { from, to, teamId }: InsightReportingQuery,
  isDisconnected: IsDisconnected,
): Promise<InsightReporting> {
  const people = await visiblePeople(ctx.db, viewer, teamId)
  const days = daysWithin(from, to).map((date): Day => ({ date, expected: 0, submitted: 0, late: 0 }))
  const [owed, users, of_your_teams] = await Promise.all([
    findOwedDays(ctx, { people, first: from, last: to, isDisconnected }),
    findUsers(ctx.db, people),
    isLimitedToTeams(ctx.db, viewer),
  ])
  const owedOf = new Map(owed.map(({ id, months }) => [id, months]))
  const counters = countersOf(days)
  const span = { first: monthNumber(from), last: monthNumber(to) }
  await forEachChunk(
    users.map(({ id }) => id),
    async ids => {
      const months = Map.groupBy(await findMonthsOf(ctx.db, ids, span), row => row.user_id)
      for (const id of ids) {
        const reported = new Map(months.get(id)?.map(row => [row.month, row]))
        for (const { month, days, late } of reported.values()) {
          countEach(counters, month, days & ~late, day => day.submitted++)
          countEach(counters, month, late, day => day.late++)
          countEach(counters, month, days, day => day.expected++)
        }
        for (const { month, days } of owedOf.get(id) ?? [])
          countEach(counters, month, days & ~(reported.get(month)?.days ?? 0), day => day.expected++)
      }
    },
    { chunkSize: usersPerChunk, isDisconnected },
  )
  await addLateWithoutZone(ctx, people, days)
  return { days, of_your_teams }
}

/** The days of each month by their bits. */
type Counters = ReadonlyMap<number, ReadonlyMap<number, Day>>

const countersOf = (days: readonly Day[]): Counters =>
  new Map(
    [...Map.groupBy(days, ({ date }) => monthNumber(date))].map(([month, own]) => [
      month,
      new Map(own.map(day => [bitOfDay(day.date), day])),
    ]),
  )

function countEach(counters: Counters, month: number, bits: number, count: (day: Day) => void): void {
  const ofMonth = counters.get(month)
  if (!ofMonth) return
  for (let left = bits; left !== 0; left &= left - 1) {
    const day = ofMonth.get(left & -left)
    // The first and the last month also have days outside of the period.
    if (day) count(day)
  }
}

/** Reports from before zones were stored are late by the zone that the organization had then, which a setting can still change. */
async function addLateWithoutZone(ctx: Context, people: VisiblePeople, days: readonly Day[]): Promise<void> {
  const { earlierReportsZone } = await getOrganization(ctx, ctx.db)
  const lateOn = await countLateWithoutZone(
    ctx.db,
    people,
    days.map(({ date }) => date),
    date => endOfDay(date, earlierReportsZone),
  )
  for (const day of days) {
    const late = lateOn.get(day.date) ?? 0
    day.late += late
    day.submitted -= late
  }
}
