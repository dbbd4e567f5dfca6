import type { ReviewState } from '#shared/contract/report-review.ts'
import { addDays, beginOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay, stateOfReport } from '#shared/day-state.ts'
import { dayLimits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { arrayOf } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { asSent, personDays } from './days.service.ts'
import {
  findGroups,
  findPeopleOn,
  findSentElsewhere,
  findSentOn,
  findTeam,
  type TeamFilter,
} from './team-day.queries.ts'

export type Asked = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

export type SentReport = { author: number; state: ReviewState }

export type DayOfTeam = {
  /** By the names of their authors. */
  reports: readonly SentReport[]
  submitted: number
  late: number
  /** Users without a report whose day is in one of these states, by name. */
  idsOf: (...states: DayState[]) => number[]
}

/** Who has reported on a date and who has not, and why. */
export async function dayOfTeam(ctx: Context, asked: Asked): Promise<DayOfTeam> {
  const [{ reports, late }, team] = await Promise.all([
    reportsOf(ctx, asked),
    findTeam(ctx.db, asked.organization.reporting_roles, asked.filter),
  ])
  const ids = arrayOf(team?.ids)
  const reported = new Map(reports.map(report => [report.author, report]))
  const expected = arrayOf(team?.expected).filter(id => !reported.has(id))
  const states = await statesOf(ctx, asked, expected)
  return {
    reports: ids.flatMap(id => reported.get(id) ?? []),
    submitted: reports.length - late,
    late,
    idsOf: (...wanted) => expected.filter(id => wanted.includes(states.get(id) as DayState)),
  }
}

/** How many of these a reviewer is to review: all unreviewed ones but their own. */
export const countUnreviewed = (reports: readonly SentReport[], viewer: number) =>
  reports.filter(({ author, state }) => state === 'unreviewed' && author !== viewer).length

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
  const { time_zone: zone, earlierReportsZone: zoneOfEarlier } = organization
  const main = { zone, end: endOfDay(date, zone), zoneOfEarlier }
  const found = await findSentOn(db, date, main, filter)
  const states = arrayOf(found?.states)
  const reports = arrayOf(found?.authors).map((author, index) => ({
    author,
    state: states[index] as ReviewState,
  }))
  let late = Number(found?.late ?? 0)
  if (Number(found?.elsewhere ?? 0) > 0) {
    const authors = new Set(reports.map(({ author }) => author))
    const sent = await findSentElsewhere(db, date, main, filter)
    // One that arrived in between is in none of the numbers.
    const elsewhere = sent.filter(({ user_id }) => authors.has(user_id))
    for (const [zone, sent] of Map.groupBy(elsewhere, report => report.zone))
      late += countLate(
        date,
        zone,
        sent.map(({ created_at }) => created_at),
      )
  }
  return { reports, late }
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
    latestEnd: addDays(date, dayLimits.absenceDaysMax - 1),
  })
  const now = clock.now()
  for (const { since, absence_kind, ids, ...group } of groups) {
    const person = { ...group, created_at: since, accepted_at: null, deleted_at: null }
    const facts = { report: undefined, isOff: absence_kind !== null, isHoliday }
    const state = stateOfDay(date, personDays(person, organization, now), facts)
    for (const id of arrayOf(ids)) states.set(id, state)
  }
  return states
}
