import type { TeamDay, TeamDayEntry, TeamOverview } from '#shared/contract/team.ts'
import type { TeamDayQuery } from '#shared/contract/team-inputs.ts'
import { addDays } from '#shared/dates.ts'
import { type DayState, stateOfReport } from '#shared/day-state.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { countWithin, type Span } from '../../db/day-counts.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import type { IsGone } from '../../lib/map-in-chunks.ts'
import { absencesOf } from '../absences/absences.service.ts'
import { asSent } from '../calendar/days.service.ts'
import {
  type Asked,
  findAuthors,
  findByName,
  peopleWithoutReport,
  reportsOfDay,
  type Slice,
  type Until,
} from '../calendar/team-day.service.ts'
import { wholeReports } from '../reports/reports.service.ts'
import { holidaysWithin, organizationOf } from '../settings/settings.service.ts'
import { findNudged } from './nudges.queries.ts'
import { openingDay } from './opening-day.service.ts'
import { countUnreviewedOf } from './team-day.queries.ts'

/** Users without a report who are listed, in this order after those with one. */
const listedStates = ['missing', 'due', 'off'] as const

export async function readTeamDay(
  ctx: Context,
  viewer: SignedIn,
  { date: chosen, role, projectId, page, limit }: TeamDayQuery,
  isGone: IsGone,
): Promise<TeamDay> {
  const organization = await organizationOf(ctx, ctx.db)
  const date = chosen ?? (await openingDay(ctx, organization))
  const [holiday] = await holidaysWithin(ctx.db, date, date)
  const asked = { organization, date, isHoliday: holiday !== undefined, filter: { role, projectId } }
  const [{ until, count, authors, submitted, late, toReview }, earlier] = await Promise.all([
    reportsOfDay(ctx, asked, viewer.id),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
  ])
  const people = await peopleWithoutReport(ctx, asked, authors)
  const idsOf = (state: DayState) => people.get(state) ?? []
  const [missing, due, off] = listedStates.map(state => idsOf(state).length) as [number, number, number]
  const parts: Part[] = [
    { size: count, find: slice => authorsOf(ctx, viewer, asked, until, slice, isGone) },
    ...listedStates.map(state => ({
      size: idsOf(state).length,
      find: async (slice: Slice) => {
        const users = await findByName(ctx.db, idsOf(state), slice)
        return users.map(user => ({ user, state, report: null }))
      },
    })),
  ]
  const found = await sliceOf(parts, { limit, offset: (page - 1) * limit })
  return {
    date,
    today: dayInZone(ctx.clock.now(), organization.time_zone),
    holiday: holiday?.name ?? null,
    counts: {
      expected: submitted + late + missing + due,
      submitted,
      late,
      missing,
      due,
      off,
      to_review: toReview,
    },
    earlier_to_review: earlier,
    data: await withDetails(ctx, date, found),
    pagination: paginationOf(submitted + late + missing + due + off, { page, limit }),
  }
}

/** What waits for a reviewer: reports to review, and users who owe a report for the organization's today. */
export async function readOverview(ctx: Context, viewer: SignedIn): Promise<TeamOverview> {
  const organization = await organizationOf(ctx, ctx.db)
  const date = await openingDay(ctx, organization)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const [holiday] = await holidaysWithin(ctx.db, today, today)
  const asked = { organization, date: today, isHoliday: holiday !== undefined, filter: {} }
  const [to_review, earlier_to_review, { authors }] = await Promise.all([
    countToReview(ctx, viewer, { startDate: date, endDate: date }),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
    reportsOfDay(ctx, asked, viewer.id),
  ])
  const people = await peopleWithoutReport(ctx, asked, authors)
  const ids = [...(people.get('due') ?? []), ...(people.get('missing') ?? [])]
  return {
    date,
    to_review,
    earlier_to_review,
    today,
    owing: { total: ids.length, people: await findByName(ctx.db, ids, { limit: mostFaces, offset: 0 }) },
  }
}

/** Users that the dashboard shows. */
const mostFaces = 8

/** Unreviewed reports on these days, without one's own. */
export async function countToReview(
  { db }: Context,
  { id }: Pick<SignedIn, 'id'>,
  span: Span,
): Promise<number> {
  const [all, own] = await Promise.all([
    countWithin(db, { subject: 'reports', review: 'unreviewed' }, span),
    countUnreviewedOf(db, id, span),
  ])
  return all - Number(own?.count ?? 0)
}

type Found = Pick<TeamDayEntry, 'user' | 'state' | 'report'>
type Part = { size: number; find: (slice: Slice) => Promise<Found[]> }

/** A page of several lists that follow one another; only those that it touches are read. */
async function sliceOf(parts: readonly Part[], { limit, offset }: Slice): Promise<Found[]> {
  const found: Promise<Found[]>[] = []
  let [skip, left] = [offset, limit]
  for (const { size, find } of parts) {
    const taken = Math.min(left, Math.max(0, size - skip))
    if (taken > 0) found.push(find({ limit: taken, offset: skip }))
    skip = Math.max(0, skip - size)
    left -= taken
  }
  return (await Promise.all(found)).flat()
}

async function authorsOf(
  ctx: Context,
  { id: viewer }: SignedIn,
  { organization, date, filter }: Asked,
  until: Until,
  slice: Slice,
  isGone: IsGone,
): Promise<Found[]> {
  const authors = await findAuthors(ctx.db, until, filter, viewer, slice)
  const ids = authors.map(({ report_id }) => report_id)
  const reports = new Map((await wholeReports(ctx, ids, isGone)).map(report => [report.id, report]))
  return authors.map(({ report_id, created_at, time_zone, ...user }) => ({
    user,
    state: stateOfReport(date, asSent({ created_at, time_zone }, organization)),
    report: reports.get(report_id) ?? null,
  }))
}

async function withDetails(ctx: Context, date: string, found: readonly Found[]): Promise<TeamDayEntry[]> {
  if (found.length === 0) return []
  const ids = found.map(({ user }) => user.id)
  const [absences, reminded] = await Promise.all([
    absencesOf(ctx.db, ids, { first: date, last: date }),
    findNudged(ctx.db, ids, date),
  ])
  const kinds = new Map(absences.map(({ user_id, kind }) => [user_id, kind]))
  return found.map(({ user, state, report }) => ({
    user,
    state,
    absence_kind: kinds.get(user.id) ?? null,
    is_reminded: reminded.has(user.id),
    report,
  }))
}
