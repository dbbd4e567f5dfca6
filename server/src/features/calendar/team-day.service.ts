import { addDays, beginOfDay } from '#shared/dates.ts'
import { type DayState, stateOfDay, stateOfReport } from '#shared/day-state.ts'
import { dayLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { arrayOf } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { asSent, personDays } from './days.service.ts'
import { findGroupsWithoutReport, findReportGroups, type TeamFilter } from './team-day.queries.ts'

export { findAuthors, findByName, type Slice, type TeamFilter } from './team-day.queries.ts'

export type Asked = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

/** How many reports of a date are in which state, and how many of them the viewer is to review. */
export async function reportsOfDay(
  { db }: Context,
  { organization, date, filter }: Asked,
  viewer: number,
): Promise<{ submitted: number; late: number; toReview: number }> {
  const counts = { submitted: 0, late: 0, toReview: 0 }
  for (const { place, time_zone, sent } of await findReportGroups(db, date, viewer, filter)) {
    const moments = arrayOf(sent)
    for (const created_at of moments)
      counts[stateOfReport(date, asSent({ created_at, time_zone }, organization))]++
    if (place === 0) counts.toReview += moments.length
  }
  return counts
}

/** Users of the team without a report for a date, by the state of their day. */
export async function peopleWithoutReport(
  { db, clock }: Context,
  { organization, date, isHoliday, filter }: Asked,
): Promise<Map<DayState, number[]>> {
  const people = new Map<DayState, number[]>()
  const expected = organization.reporting_roles
  if (expected.length === 0) return people
  const day = {
    date,
    settled: beginOfDay(addDays(date, -1)),
    latestEnd: addDays(date, dayLimits.absenceDaysMax - 1),
  }
  const now = clock.now()
  for (const { since, absence_kind, ids, ...group } of await findGroupsWithoutReport(
    db,
    day,
    expected,
    filter,
  )) {
    const person = { ...group, created_at: since, accepted_at: null, deleted_at: null }
    const facts = { report: undefined, isOff: absence_kind !== null, isHoliday }
    const state = stateOfDay(date, personDays(person, organization, now), facts)
    people.set(state, [...(people.get(state) ?? []), ...arrayOf(ids)])
  }
  return people
}
