import type {
  NudgeInput,
  TeamDay,
  TeamDayEntry,
  TeamDayQuery,
  TeamOverview,
  TeamOverviewQuery,
} from '#shared/contract/team-day.ts'
import { addDays } from '#shared/dates.ts'
import { type DayState, isOwed } from '#shared/day-state.ts'

import { messages } from '#shared/messages.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { countWithin, type Span } from '../../db/day-counts.ts'
import { emit, type Listener } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { assertInSight, isVisible, type VisiblePeople, visiblePeople } from '../../identity/visible-people.ts'
import type { IsDisconnected } from '../../lib/map-in-chunks.ts'
import { findAbsencesOf } from '../absences/absences.service.ts'
import { findPersonDay, workingDaysAround } from '../calendar/days.service.ts'
import {
  countUnreviewed,
  loadTeamDay,
  peopleOn,
  type TeamDayScope,
  type TeamDayStates,
} from '../calendar/load-team-day.service.ts'
import { listReportsByIds } from '../reports/reports.service.ts'
import { findHolidaysWithin, getOrganization, type Organization } from '../settings/settings.service.ts'

import { countUnreviewedOf, deleteNudgesOf, findNudged, insertNudge } from './team-day.queries.ts'

export { findNudgesOf } from './team-day.queries.ts'

/** Returns the day that Today opens with: the organization's today, or before its summary time the last working day. */
async function getOpeningDay({ db, clock }: Context, organization: Organization): Promise<string> {
  const { summary_time, time_zone } = organization
  const now = clock.now()
  const today = dayInZone(now, time_zone)
  if (now.toISOString() >= timeInZone(today, summary_time, time_zone)) return today
  return (await workingDaysAround(db, organization, today)).previous ?? today
}

export async function readTeamDay(
  ctx: Context,
  viewer: SignedIn,
  { date: chosenDate, role, projectId, teamId, page, limit, includeUserIds, userIds }: TeamDayQuery,
  isDisconnected: IsDisconnected,
): Promise<TeamDay> {
  const [organization, people] = await Promise.all([
    getOrganization(ctx, ctx.db),
    visiblePeople(ctx.db, viewer, teamId),
  ])
  const date = chosenDate ?? (await getOpeningDay(ctx, organization))
  const [holiday] = await findHolidaysWithin(ctx.db, date, date)
  const filter = { people, role, projectId }
  const teamDate = { organization, date, isHoliday: holiday !== undefined, filter }
  const [day, earlier] = await Promise.all([
    loadTeamDay(ctx, teamDate),
    countUnreviewedWithin(ctx, viewer, people, { endDate: addDays(date, -1) }),
  ])
  const { submitted, late, userIdsInState } = day
  const [missing, due, off] = [userIdsInState('missing'), userIdsInState('due'), userIdsInState('off')]
  const all = [...groupForReviewer(day, viewer.id), missing, due, off].flat()
  const chosenIds = userIds && new Set(userIds)
  const chosen = chosenIds ? all.filter(id => chosenIds.has(id)) : all
  const ids = chosen.slice((page - 1) * limit, page * limit)
  const stateOf = new Map<number, DayState>()
  for (const [state, list] of Object.entries({ missing, due, off }))
    for (const id of list) stateOf.set(id, state as DayState)
  return {
    date,
    today: dayInZone(ctx.clock.now(), organization.time_zone),
    holiday: holiday?.name ?? null,
    reporters: day.reporters,
    counts: {
      expected: submitted + late + missing.length + due.length,
      submitted,
      late,
      missing: missing.length,
      due: due.length,
      off: off.length,
      to_review: countUnreviewed(day, viewer.id),
    },
    needs_changes: day.authorsOf.needs_changes.filter(id => id !== viewer.id).length,
    earlier_to_review: earlier.all - earlier.own,
    earlier_own: earlier.own,
    data: await readEntries(ctx, teamDate, ids, stateOf, isDisconnected),
    user_ids: includeUserIds ? all : [],
    pagination: paginationOf(chosen.length, { page, limit }),
  }
}

/** Reads how many reports a reviewer can review, and which users owe a report for the organization's today. */
export async function readOverview(
  ctx: Context,
  viewer: SignedIn,
  { teamId }: TeamOverviewQuery,
): Promise<TeamOverview> {
  const [organization, people] = await Promise.all([
    getOrganization(ctx, ctx.db),
    visiblePeople(ctx.db, viewer, teamId),
  ])
  const date = await getOpeningDay(ctx, organization)
  const today = dayInZone(ctx.clock.now(), organization.time_zone)
  const [holiday] = await findHolidaysWithin(ctx.db, today, today)
  const teamDate = { organization, date: today, isHoliday: holiday !== undefined, filter: { people } }
  const onDay = (day: string) => countToReview(ctx, viewer, people, { startDate: day, endDate: day })
  const [to_review, today_to_review, earlier, { userIdsInState }] = await Promise.all([
    onDay(date),
    onDay(today),
    countUnreviewedWithin(ctx, viewer, people, { endDate: addDays(date, -1) }),
    loadTeamDay(ctx, teamDate),
  ])
  const owing = userIdsInState('due', 'missing')
  const shown = await peopleOn(ctx, teamDate, owing.slice(0, peopleShownMax))
  return {
    date,
    to_review,
    earlier_to_review: earlier.all - earlier.own,
    earlier_own: earlier.own,
    today,
    today_to_review,
    owing: { total: owing.length, people: shown.map(({ user }) => user) },
  }
}

/** How many users the dashboard shows. */
const peopleShownMax = 8

/** Counts the unreviewed reports on these days, without the reviewer's own. */
export async function countToReview(
  ctx: Context,
  viewer: Pick<SignedIn, 'id'>,
  people: VisiblePeople,
  span: Span,
): Promise<number> {
  const { all, own } = await countUnreviewedWithin(ctx, viewer, people, span)
  return all - own
}

/** Counts the unreviewed reports on these days, and the reviewer's own among them. */
async function countUnreviewedWithin(
  { db }: Context,
  { id }: Pick<SignedIn, 'id'>,
  people: VisiblePeople,
  span: Span,
) {
  const [all, own] = await Promise.all([
    people.ids === undefined
      ? countWithin(db, { subject: 'reports', review: 'unreviewed' }, span)
      : countUnreviewedOf(db, people.ids, span),
    isVisible(people, id) ? countUnreviewedOf(db, [id], span) : 0,
  ])
  return { all, own }
}

/** Groups authors in the reviewer's order: to review, needs changes, reviewed, and last the reviewer's own unreviewed report. */
function groupForReviewer({ authorsOf }: TeamDayStates, viewer: number): (readonly number[])[] {
  const { unreviewed, needs_changes, reviewed } = authorsOf
  const isOwn = (id: number) => id === viewer
  return [unreviewed.filter(id => !isOwn(id)), needs_changes, reviewed, unreviewed.filter(isOwn)]
}

/** `stateOf` has the state of each user who has no report. */
async function readEntries(
  ctx: Context,
  teamDate: TeamDayScope,
  ids: readonly number[],
  stateOf: ReadonlyMap<number, DayState>,
  isDisconnected: IsDisconnected,
): Promise<TeamDayEntry[]> {
  if (ids.length === 0) return []
  const { date } = teamDate
  const people = (await peopleOn(ctx, teamDate, ids)).flatMap(({ user, sent }) => {
    const state = stateOf.get(user.id)
    if (state) return { user, state, reportId: null }
    // A report can be deleted between the two reads.
    return sent ? { user, ...sent } : []
  })
  const [absences, reminded, reports] = await Promise.all([
    findAbsencesOf(ctx.db, ids, { first: date, last: date }),
    findNudged(ctx.db, ids, date),
    listReportsByIds(
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

export const teamDayListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.erased') await deleteNudgesOf(trx, event.userId)
}

/** Reminds a user of a report that they owe, once for each date. Returns the message for the reviewer. */
export function nudge(ctx: Context, actor: SignedIn, { user_id, date }: NudgeInput): Promise<string> {
  return actAs(ctx, actor, 'team.nudge', async (trx, acting) => {
    await assertInSight(trx, acting, user_id, 'user_not_found')
    const found = await findPersonDay(ctx, trx, user_id, date)
    if (!found || found.person.deleted_at !== null) throw refuse('user_not_found')
    const { name } = found.person
    if (!isOwed(found.day.state)) throw refuse('nothing_owed', name)
    const row = { user_id, date, created_by: acting.id, created_at: ctx.clock.now().toISOString() }
    if (!(await insertNudge(trx, row))) throw refuse('already_reminded', name)
    await emit(ctx, trx, acting, { kind: 'report.nudged', userId: user_id, date })
    return messages.teamDay.reminded(name)
  })
}
