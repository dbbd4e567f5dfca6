import type { TeamDay, TeamDayEntry, TeamDayQuery, TeamOverview } from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { countWithin, type Span } from '../../db/day-counts.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import type { IsDisconnected } from '../../lib/map-in-chunks.ts'
import { findAbsencesOf } from '../absences/absences.service.ts'
import {
  countUnreviewed,
  type DayOfTeam,
  dayOfTeam,
  peopleOn,
  type TeamDayScope,
} from '../calendar/day-of-team.service.ts'
import { workingDaysAround } from '../calendar/days.service.ts'
import { wholeReports } from '../reports/reports.service.ts'
import type { Organization } from '../settings/settings.service.ts'
import { findHolidaysWithin, organizationOf } from '../settings/settings.service.ts'
import { countUnreviewedOf, findNudged } from './team-day.queries.ts'

/** The day that Today opens with: the organization's today, before its summary time the last working day. */
async function openingDay({ db, clock }: Context, organization: Organization): Promise<string> {
  const { summary_time, time_zone } = organization
  const now = clock.now()
  const today = dayInZone(now, time_zone)
  if (now.toISOString() >= timeInZone(today, summary_time, time_zone)) return today
  return (await workingDaysAround(db, organization, today)).previous ?? today
}

export async function readTeamDay(
  ctx: Context,
  viewer: SignedIn,
  { date: chosenDate, role, projectId, page, limit, includeUserIds, userIds }: TeamDayQuery,
  isDisconnected: IsDisconnected,
): Promise<TeamDay> {
  const organization = await organizationOf(ctx, ctx.db)
  const date = chosenDate ?? (await openingDay(ctx, organization))
  const [holiday] = await findHolidaysWithin(ctx.db, date, date)
  const asked = { organization, date, isHoliday: holiday !== undefined, filter: { role, projectId } }
  const [day, earlier] = await Promise.all([
    dayOfTeam(ctx, asked),
    countToReview(ctx, viewer, { endDate: addDays(date, -1) }),
  ])
  const { submitted, late, idsOf } = day
  const [missing, due, off] = [idsOf('missing'), idsOf('due'), idsOf('off')]
  const all = [...placesOf(day, viewer.id), missing, due, off].flat()
  const chosenIds = userIds && new Set(userIds)
  const chosen = chosenIds ? all.filter(id => chosenIds.has(id)) : all
  const ids = chosen.slice((page - 1) * limit, page * limit)
  const without = new Map<number, DayState>()
  for (const [state, list] of Object.entries({ missing, due, off }))
    for (const id of list) without.set(id, state as DayState)
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
      to_review: countUnreviewed(day, viewer.id),
    },
    earlier_to_review: earlier,
    data: await entriesOf(ctx, asked, ids, without, isDisconnected),
    user_ids: includeUserIds ? all : [],
    pagination: paginationOf(chosen.length, { page, limit }),
  }
}

/** The reports that a reviewer can review, and the users who owe a report for the organization's today. */
export async function readOverview(ctx: Context, viewer: SignedIn): Promise<TeamOverview> {
  const organization = await organizationOf(ctx, ctx.db)
  const date = await openingDay(ctx, organization)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const [holiday] = await findHolidaysWithin(ctx.db, today, today)
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

/** In a reviewer's order: to review, needs changes, reviewed, and last their own unreviewed report. */
function placesOf({ authorsOf }: DayOfTeam, viewer: number): (readonly number[])[] {
  const { unreviewed, needs_changes, reviewed } = authorsOf
  const isOwn = (id: number) => id === viewer
  return [unreviewed.filter(id => !isOwn(id)), needs_changes, reviewed, unreviewed.filter(isOwn)]
}

/** `without`: users on the list who have no report, and why. */
async function entriesOf(
  ctx: Context,
  asked: TeamDayScope,
  ids: readonly number[],
  without: ReadonlyMap<number, DayState>,
  isDisconnected: IsDisconnected,
): Promise<TeamDayEntry[]> {
  if (ids.length === 0) return []
  const { date } = asked
  const people = (await peopleOn(ctx, asked, ids)).flatMap(({ user, sent }) => {
    const state = without.get(user.id)
    if (state) return { user, state, reportId: null }
    // Without one now: it was deleted in between.
    return sent ? { user, ...sent } : []
  })
  const [absences, reminded, reports] = await Promise.all([
    findAbsencesOf(ctx.db, ids, { first: date, last: date }),
    findNudged(ctx.db, ids, date),
    wholeReports(
      ctx,
      people.flatMap(({ reportId }) => reportId ?? []),
      isDisconnected,
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
