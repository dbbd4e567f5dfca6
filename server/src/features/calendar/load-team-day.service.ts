import { type ReviewState, reviewStates } from '#shared/contract/reviews.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay, stateOfReport } from '#shared/day-state.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { parseJsonArray } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { personDays, withReportZone } from './days.service.ts'
import {
  findByName,
  findExpected,
  findGroups,
  findPeopleOn,
  findSentElsewhere,
  findSentOn,
  type TeamFilter,
} from './load-team-day.queries.ts'

export type TeamDayScope = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

export type TeamDayStates = {
  /** Ids of users who have reported, sorted by name. */
  authors: readonly number[]
  /** The same ids, grouped by the review state of their reports. */
  authorsOf: Readonly<Record<ReviewState, readonly number[]>>
  submitted: number
  late: number
  /** How many users are expected to report on their working days. */
  reporters: number
  /** Ids of users without a report whose day has one of these states, sorted by name. */
  userIdsInState: (...states: DayState[]) => number[]
}

/** Ids of all users, sorted by name, and of those who are expected to report. They don't depend on the day. */
export type Team = { byName: readonly number[]; expected: ReadonlySet<number> }

export async function loadTeam(
  { db }: Context,
  { organization, filter }: Pick<TeamDayScope, 'organization' | 'filter'>,
): Promise<Team> {
  const roles = organization.reporting_roles
  const [all, expecting] = await Promise.all([
    findByName(db, filter),
    roles.length > 0 ? findExpected(db, roles, filter) : undefined,
  ])
  return { byName: parseJsonArray(all?.ids), expected: new Set(parseJsonArray(expecting?.ids)) }
}

/** Who has reported for a date and who hasn't, with the reason. Callers that read several days load the team once and pass it. */
export async function loadTeamDay(
  ctx: Context,
  scope: TeamDayScope,
  loadedTeam?: Team,
): Promise<TeamDayStates> {
  const [{ states, late }, team] = await Promise.all([
    loadReports(ctx, scope),
    loadedTeam ?? loadTeam(ctx, scope),
  ])
  const authors: number[] = []
  const authorsOf: Record<ReviewState, number[]> = { unreviewed: [], needs_changes: [], reviewed: [] }
  const expected: number[] = []
  for (const id of team.byName) {
    const state = states.get(id)
    if (state) {
      authors.push(id)
      authorsOf[state].push(id)
    } else if (team.expected.has(id)) expected.push(id)
  }
  const days = await loadStates(ctx, scope, expected)
  return {
    authors,
    authorsOf,
    submitted: states.size - late,
    late,
    reporters: team.expected.size,
    userIdsInState: (...wanted) => expected.filter(id => wanted.includes(days.get(id) as DayState)),
  }
}

/** How many reports wait for this reviewer: the unreviewed ones without their own. */
export const countUnreviewed = ({ authorsOf }: Pick<TeamDayStates, 'authorsOf'>, viewer: number) =>
  authorsOf.unreviewed.filter(id => id !== viewer).length

export type PersonOn = {
  user: { id: number; name: string; role: Role }
  sent: { reportId: number; reviewState: ReviewState; state: 'submitted' | 'late' } | null
}

/** These users in this order, each with the report they sent for a date. */
export async function peopleOn(
  { db }: Context,
  { organization, date }: Pick<TeamDayScope, 'organization' | 'date'>,
  ids: readonly number[],
): Promise<PersonOn[]> {
  if (ids.length === 0) return []
  const people = new Map<number, PersonOn>()
  for (const { id, name, role, report_id, created_at, time_zone, review_state } of await findPeopleOn(
    db,
    date,
    ids,
  )) {
    const hasSent = report_id !== null && created_at !== null && review_state !== null
    const state = hasSent && stateOfReport(date, withReportZone({ created_at, time_zone }, organization))
    const sent = state ? { reportId: report_id, reviewState: review_state, state } : null
    people.set(id, { user: { id, name, role }, sent })
  }
  return ids.flatMap(id => people.get(id) ?? [])
}

async function loadReports({ db }: Context, { organization, date, filter }: TeamDayScope) {
  const { time_zone: zone, earlierReportsZone } = organization
  const zoneOfEarlier = earlierReportsZone === zone ? undefined : earlierReportsZone
  const main = { zone, end: endOfDay(date, zone), zoneOfEarlier }
  const found = await findSentOn(db, date, main, filter)
  const states = new Map<number, ReviewState>()
  for (const state of reviewStates)
    for (const author of parseJsonArray(found?.[state])) states.set(author, state)
  let late = Number(found?.after_end ?? 0)
  if (Number(found?.elsewhere ?? 0) > 0) {
    const sent = await findSentElsewhere(db, date, main, filter)
    // A report that arrived between the two queries is not counted at all.
    const elsewhere = sent.filter(({ user_id }) => states.has(user_id))
    for (const [sentFrom, reports] of Map.groupBy(
      elsewhere,
      report => report.time_zone ?? earlierReportsZone,
    )) {
      const instants = reports.map(({ created_at }) => created_at)
      late += countLate(date, sentFrom, instants) - instants.filter(instant => instant >= main.end).length
    }
  }
  return { states, late }
}

/** The states of a day for users without a report. */
async function loadStates(
  { db, clock }: Context,
  { organization, date, isHoliday }: TeamDayScope,
  ids: readonly number[],
): Promise<Map<number, DayState>> {
  const states = new Map<number, DayState>()
  if (ids.length === 0) return states
  const groups = await findGroups(db, ids, date, {
    earliestSince: startOfDay(addDays(date, -1)),
    latestEnd: addDays(date, limits.absenceDaysMax - 1),
  })
  const now = clock.now()
  for (const { since, absence_kind, ids, ...group } of groups) {
    const person = { ...group, created_at: since, accepted_at: null, deleted_at: null }
    const facts = { report: undefined, isOff: absence_kind !== null, isHoliday }
    const state = stateOfDay(date, personDays(person, organization, now), facts)
    for (const id of parseJsonArray(ids)) states.set(id, state)
  }
  return states
}
