import type { TeamDay, TeamDayEntry, TeamOverview } from '#shared/contract/team.ts'
import type { TeamDayQuery } from '#shared/contract/team-inputs.ts'
import { addDays } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { countWithin, type Span } from '../../db/day-counts.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import type { IsGone } from '../../lib/map-in-chunks.ts'
import { absencesOf } from '../absences/absences.service.ts'
import {
  type Asked,
  countUnreviewed,
  dayOfTeam,
  peopleOn,
  type SentReport,
} from '../calendar/team-day.service.ts'
import { wholeReports } from '../reports/reports.service.ts'
import { holidaysWithin, organizationOf } from '../settings/settings.service.ts'
import { findNudged } from './nudges.queries.ts'
import { openingDay } from './opening-day.service.ts'
import { countUnreviewedOf } from './team-day.queries.ts'

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
  const [{ reports, submitted, late, idsOf }, earlier] = await Promise.all([
    dayOfTeam(ctx, asked),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
  ])
  const places = Map.groupBy(reports, report => placeOf(report, viewer.id))
  const [missing, due, off] = [idsOf('missing'), idsOf('due'), idsOf('off')]
  const listed = [
    ...placesInOrder.flatMap(place => (places.get(place) ?? []).map(({ author }) => ({ id: author }))),
    ...missing.map(id => ({ id, state: 'missing' as const })),
    ...due.map(id => ({ id, state: 'due' as const })),
    ...off.map(id => ({ id, state: 'off' as const })),
  ]
  const first = (page - 1) * limit
  return {
    date,
    today: dayInZone(ctx.clock.now(), organization.time_zone),
    holiday: holiday?.name ?? null,
    counts: {
      expected: submitted + late + missing.length + due.length,
      submitted,
      late,
      missing: missing.length,
      due: due.length,
      off: off.length,
      to_review: countUnreviewed(reports, viewer.id),
    },
    earlier_to_review: earlier,
    data: await entriesOf(ctx, asked, listed.slice(first, first + limit), isGone),
    pagination: paginationOf(listed.length, { page, limit }),
  }
}

/** What waits for a reviewer: reports to review, and users who owe a report for the organization's today. */
export async function readOverview(ctx: Context, viewer: SignedIn): Promise<TeamOverview> {
  const organization = await organizationOf(ctx, ctx.db)
  const date = await openingDay(ctx, organization)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const [holiday] = await holidaysWithin(ctx.db, today, today)
  const asked = { organization, date: today, isHoliday: holiday !== undefined, filter: {} }
  const [to_review, earlier_to_review, { idsOf }] = await Promise.all([
    countToReview(ctx, viewer, { startDate: date, endDate: date }),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
    dayOfTeam(ctx, asked),
  ])
  const owing = idsOf('due', 'missing')
  const shown = await peopleOn(ctx, asked, owing.slice(0, mostFaces))
  return {
    date,
    to_review,
    earlier_to_review,
    today,
    owing: { total: owing.length, people: shown.map(({ user }) => user) },
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

/** In a reviewer's order; their own unreviewed report comes last. */
const placesInOrder = ['to_review', 'needs_changes', 'reviewed', 'own'] as const

function placeOf({ author, state }: SentReport, viewer: number): (typeof placesInOrder)[number] {
  if (state !== 'unreviewed') return state
  return author === viewer ? 'own' : 'to_review'
}

/** A user on the list: with a report, or in this state without one. */
type Listed = { id: number; state?: DayState }

async function entriesOf(
  ctx: Context,
  asked: Asked,
  listed: readonly Listed[],
  isGone: IsGone,
): Promise<TeamDayEntry[]> {
  if (listed.length === 0) return []
  const { date } = asked
  const ids = listed.map(({ id }) => id)
  const without = new Map(listed.map(({ id, state }) => [id, state]))
  const people = (await peopleOn(ctx, asked, ids)).flatMap(({ user, sent }) => {
    const state = without.get(user.id)
    if (state) return { user, state, reportId: null }
    // Without one now: it was deleted in between.
    return sent ? { user, ...sent } : []
  })
  const [absences, reminded, reports] = await Promise.all([
    absencesOf(ctx.db, ids, { first: date, last: date }),
    findNudged(ctx.db, ids, date),
    wholeReports(
      ctx,
      people.flatMap(({ reportId }) => reportId ?? []),
      isGone,
    ),
  ])
  const kinds = new Map(absences.map(({ user_id, kind }) => [user_id, kind]))
  const reportsById = new Map(reports.map(report => [report.id, report]))
  return people.map(({ user, state, reportId }) => ({
    user,
    state,
    absence_kind: kinds.get(user.id) ?? null,
    is_reminded: reminded.has(user.id),
    report: (reportId && reportsById.get(reportId)) || null,
  }))
}
