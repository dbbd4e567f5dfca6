import { type ReviewState, reviewStates } from '#shared/contract/reviews.ts'
import { addDays, beginOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay, stateOfReport } from '#shared/day-state.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { parseJsonArray } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import {
  findByName,
  findExpected,
  findGroups,
  findPeopleOn,
  findSentElsewhere,
  findSentOn,
  type TeamFilter,
} from './day-of-team.queries.ts'
import { asSent, personDays } from './days.service.ts'

export type Asked = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

export type DayOfTeam = {
  /** Who has reported, by name. */
  authors: readonly number[]
  /** The same by the state of their reports. */
  authorsOf: Readonly<Record<ReviewState, readonly number[]>>
  submitted: number
  late: number
  /** Users without a report whose day is in one of these states, by name. */
  idsOf: (...states: DayState[]) => number[]
}

/** Users by name, and those of them who are expected to report: the same for all days. */
export type Team = { byName: readonly number[]; expected: ReadonlySet<number> }

export async function teamOf(
  { db }: Context,
  { organization, filter }: Pick<Asked, 'organization' | 'filter'>,
): Promise<Team> {
  const roles = organization.reporting_roles
  const [all, expecting] = await Promise.all([
    findByName(db, filter),
    roles.length > 0 ? findExpected(db, roles, filter) : undefined,
  ])
  return { byName: parseJsonArray(all?.ids), expected: new Set(parseJsonArray(expecting?.ids)) }
}

/** Who has reported on a date and who has not, and why. Of several days the team is read once. */
export async function dayOfTeam(ctx: Context, asked: Asked, known?: Team): Promise<DayOfTeam> {
  const [{ states, late }, team] = await Promise.all([reportsOf(ctx, asked), known ?? teamOf(ctx, asked)])
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
  const days = await statesOf(ctx, asked, expected)
  return {
    authors,
    authorsOf,
    submitted: states.size - late,
    late,
    idsOf: (...wanted) => expected.filter(id => wanted.includes(days.get(id) as DayState)),
  }
}

/** How many of these a reviewer is to review: all unreviewed ones but their own. */
export const countUnreviewed = ({ authorsOf }: Pick<DayOfTeam, 'authorsOf'>, viewer: number) =>
  authorsOf.unreviewed.filter(id => id !== viewer).length

export type PersonOn = {
  user: { id: number; name: string; role: Role }
  sent: { reportId: number; reviewState: ReviewState; state: 'submitted' | 'late' } | null
}

/** These users in this order, each with what they sent for a date. */
export async function peopleOn(
  { db }: Context,
  { organization, date }: Pick<Asked, 'organization' | 'date'>,
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
    const state = hasSent && stateOfReport(date, asSent({ created_at, time_zone }, organization))
    const sent = state ? { reportId: report_id, reviewState: review_state, state } : null
    people.set(id, { user: { id, name, role }, sent })
  }
  return ids.flatMap(id => people.get(id) ?? [])
}

async function reportsOf({ db }: Context, { organization, date, filter }: Asked) {
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
    // One that arrived in between is in none of the numbers.
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

/** The state of a day for users without a report. */
async function statesOf(
  { db, clock }: Context,
  { organization, date, isHoliday }: Asked,
  ids: readonly number[],
): Promise<Map<number, DayState>> {
  const states = new Map<number, DayState>()
  if (ids.length === 0) return states
  const groups = await findGroups(db, ids, date, {
    settled: beginOfDay(addDays(date, -1)),
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
