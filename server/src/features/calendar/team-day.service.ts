import { addDays, beginOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay } from '#shared/day-state.ts'
import { dayLimits } from '#shared/limits.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { arrayOf } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { personDays } from './days.service.ts'
import { findGroups, findSentOn, type TeamFilter, type Until } from './team-day.queries.ts'

export { findAuthors, findByName, type Slice, type Until } from './team-day.queries.ts'

export type Asked = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

export type ReportsOfDay = {
  /** Up to the last of them. */
  until: Until
  count: number
  submitted: number
  late: number
  toReview: number
}

/** How many reports a date has, how many of them are late, and how many the viewer is to review. */
export async function reportsOfDay(
  { db }: Context,
  { organization, date, filter }: Asked,
  viewer: number,
): Promise<ReportsOfDay> {
  const { time_zone: zone, earlierReportsZone: zoneOfEarlier } = organization
  const main = { zone, end: endOfDay(date, zone), zoneOfEarlier }
  const found = await findSentOn(db, date, viewer, main, filter)
  const [sent, zones] = [arrayOf(found?.sent), arrayOf(found?.zones)]
  const count = Number(found?.count ?? 0)
  let late = Number(found?.late ?? 0)
  for (const [zone, moments] of Map.groupBy(sent, (_, index) => zones[index]))
    late += countLate(date, zone ?? zoneOfEarlier, moments)
  return {
    until: { date, lastId: found?.last_id ?? 0 },
    count,
    submitted: count - late,
    late,
    toReview: Number(found?.to_review ?? 0),
  }
}

/** Users of the team without one of these reports, by the state of their day. */
export async function peopleWithoutReport(
  { db, clock }: Context,
  { organization, date, isHoliday, filter }: Asked,
  until: Until,
): Promise<Map<DayState, number[]>> {
  const people = new Map<DayState, number[]>()
  const expected = organization.reporting_roles
  if (expected.length === 0) return people
  const day = {
    settled: beginOfDay(addDays(date, -1)),
    latestEnd: addDays(date, dayLimits.absenceDaysMax - 1),
  }
  const groups = await findGroups(db, until, day, expected, filter)
  const now = clock.now()
  for (const { since, absence_kind, ids, ...group } of groups) {
    const person = { ...group, created_at: since, accepted_at: null, deleted_at: null }
    const facts = { report: undefined, isOff: absence_kind !== null, isHoliday }
    const state = stateOfDay(date, personDays(person, organization, now), facts)
    people.set(state, [...(people.get(state) ?? []), ...arrayOf(ids)])
  }
  return people
}
