import type { Summary, SummaryHours, SummaryWeek } from '#shared/contract/summaries.ts'
import { addDays, daysWithin, spanOf } from '#shared/dates.ts'
import { stateOfReport } from '#shared/day-state.ts'
import { addMinutes } from '#shared/hours.ts'
import { limits, summaryLimits } from '#shared/limits.ts'
import type { Actor } from '#shared/permissions.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { openBlockersUntil } from '../blockers/blockers.service.ts'
import { asSent } from '../calendar/days.service.ts'
import { type Asked, findByName, peopleWithoutReport, reportsOfDay } from '../calendar/team-day.service.ts'
import { holidaysWithin, type Organization, organizationOf } from '../settings/settings.service.ts'
import { findMinutesOn, findProjectNames, findSenders } from './summaries.queries.ts'
import { countToReview } from './team-day.service.ts'
import { workingDaysAround } from './working-days.service.ts'

type Viewer = Pick<Actor, 'id'>

/** A day of the team as its page and its mail tell it; with the last working day of a week, also the week. */
export async function readSummary(ctx: Context, viewer: Viewer, date: string): Promise<Summary> {
  const { db } = ctx
  const organization = await organizationOf(ctx, db)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const [{ counts, until, people }, around, earlier, blockers, hours] = await Promise.all([
    countDay(ctx, organization, date, viewer),
    workingDaysAround(db, organization, date),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
    openBlockersUntil(ctx, date, { limit: summaryLimits.blockersMax, longest: summaryLimits.blockerCut }),
    hoursOf(db, [date]),
  ])
  const named = (state: 'missing' | 'due' | 'off') =>
    findByName(db, people.get(state) ?? [], { limit: summaryLimits.peopleMax, offset: 0 })
  const [senders, missing, due, off, [holiday]] = await Promise.all([
    findSenders(db, until, summaryLimits.peopleMax),
    named('missing'),
    named('due'),
    named('off'),
    holidaysWithin(db, date, date),
  ])
  const { previous = null, next = null, isOne } = around
  const sunday = spanOf('this-week', date).endDate
  const endsWeek = isOne && (next === null || next > sunday)
  return {
    date,
    today,
    // Reports begin there: before it there is no summary.
    previous: previous !== null && previous >= limits.earliestReportDay ? previous : null,
    next: next !== null && next <= today ? next : null,
    holiday: holiday?.name ?? null,
    counts: { ...counts, earlier_to_review: earlier },
    reported: senders.map(({ id, name, role, report_id, review_state, ...sent }) => ({
      user: { id, name, role },
      report_id,
      is_late: stateOfReport(date, asSent(sent, organization)) === 'late',
      review_state,
    })),
    missing,
    due,
    off,
    blockers,
    hours,
    week: endsWeek ? await readWeek(ctx, organization, viewer, date) : null,
  }
}

/** How many of how many have reported on a day. */
export async function countReported(ctx: Context, organization: Organization, date: string) {
  const { counts } = await countDay(ctx, organization, date, noViewer)
  return { reported: counts.submitted + counts.late, expected: counts.expected }
}

/** Where it doesn't matter whose report waits for review. */
const noViewer: Viewer = { id: 0 }

async function countDay(ctx: Context, organization: Organization, date: string, viewer: Viewer) {
  const [holiday] = await holidaysWithin(ctx.db, date, date)
  const asked: Asked = { organization, date, isHoliday: holiday !== undefined, filter: {} }
  const { until, authors, submitted, late, toReview } = await reportsOfDay(ctx, asked, viewer.id)
  const people = await peopleWithoutReport(ctx, asked, authors)
  const [missing, due, off] = (['missing', 'due', 'off'] as const).map(
    state => people.get(state)?.length ?? 0,
  ) as [number, number, number]
  const expected = submitted + late + missing + due
  return { counts: { expected, submitted, late, missing, due, off, to_review: toReview }, until, people }
}

/** From Monday to Sunday. */
async function readWeek(
  ctx: Context,
  organization: Organization,
  viewer: Viewer,
  date: string,
): Promise<SummaryWeek> {
  const { startDate: first, endDate: last } = spanOf('this-week', date)
  const dates = daysWithin(first, last)
  const minutes = await minutesOn(ctx.db, dates)
  const days: SummaryWeek['days'] = []
  // One after the other: other requests come in between.
  for (const [index, date] of dates.entries()) {
    const { counts } = await countDay(ctx, organization, date, viewer)
    const { expected, submitted, late } = counts
    // A day on which no report was expected and none was sent says nothing.
    if (expected > 0)
      days.push({ date, expected, submitted, late, minutes: totalOf(minutes[index] ?? new Map()) })
  }
  return { first, last, days, hours: await compare(ctx.db, dates, minutes) }
}

/** Minutes by project. */
type Minutes = ReadonlyMap<number, number>

const totalOf = (minutes: Minutes) => addMinutes([...minutes.values()])

/** Of each day. A query reads the reports of one day, however many days there are. */
async function minutesOn(db: Db, dates: readonly string[]): Promise<Minutes[]> {
  const found: Minutes[] = []
  for (const date of dates) {
    const rows = await findMinutesOn(db, date)
    found.push(new Map(rows.map(({ project_id, minutes }) => [project_id, Number(minutes)])))
  }
  return found
}

async function hoursOf(db: Db, dates: readonly string[]): Promise<SummaryHours> {
  return compare(db, dates, await minutesOn(db, dates))
}

/** The hours of these days by project, beside those of the same days one week before. */
async function compare(db: Db, dates: readonly string[], minutes: readonly Minutes[]): Promise<SummaryHours> {
  const now = sumOf(minutes)
  const before = sumOf(
    await minutesOn(
      db,
      dates.map(date => addDays(date, -7)),
    ),
  )
  const names = await findProjectNames(db, [...new Set([...now.keys(), ...before.keys()])])
  const projects = names.map(({ id, name }) => ({
    id,
    name,
    minutes: now.get(id) ?? 0,
    minutes_before: before.get(id) ?? 0,
  }))
  projects.sort(
    (a, b) =>
      b.minutes - a.minutes ||
      b.minutes_before - a.minutes_before ||
      a.name.localeCompare(b.name) ||
      a.id - b.id,
  )
  return {
    minutes: totalOf(now),
    minutes_before: totalOf(before),
    projects: projects.slice(0, summaryLimits.projectsMax),
  }
}

function sumOf(days: readonly Minutes[]): Minutes {
  const sums = new Map<number, number>()
  for (const day of days) for (const [id, minutes] of day) sums.set(id, (sums.get(id) ?? 0) + minutes)
  return sums
}
