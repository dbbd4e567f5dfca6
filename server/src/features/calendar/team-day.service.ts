import { addDays, beginOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay } from '#shared/day-state.ts'
import { dayLimits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { arrayOf } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { personDays } from './days.service.ts'
import { findExpected, findGroups, findSentOn, type TeamFilter } from './team-day.queries.ts'

export { findAuthors, findByName, type Slice, type TeamFilter } from './team-day.queries.ts'

export type Asked = {
  organization: Organization
  date: string
  isHoliday: boolean
  filter: TeamFilter
}

export type ReportsOfDay = {
  ids: number[]
  authors: number[]
  submitted: number
  late: number
  toReview: number
}

/** The reports of a date, who wrote them, how many are late, and how many the viewer is to review. */
export async function reportsOfDay(
  { db }: Context,
  { organization, date, filter }: Asked,
  viewer: number,
): Promise<ReportsOfDay> {
  const found = await findSentOn(db, date, viewer, filter)
  const [sent, zones] = [arrayOf(found?.sent), arrayOf(found?.zones)]
  let late = 0
  for (const [zone, moments] of Map.groupBy(sent, (_, index) => zones[index]))
    late += countLate(date, zone ?? organization.earlierReportsZone, moments)
  return {
    ids: arrayOf(found?.ids),
    authors: arrayOf(found?.authors),
    submitted: sent.length - late,
    late,
    toReview: Number(found?.to_review ?? 0),
  }
}

/** Users of the team who are not among the authors of a date, by the state of their day. */
export async function peopleWithoutReport(
  { db, clock }: Context,
  { organization, date, isHoliday, filter }: Asked,
  authors: readonly number[],
): Promise<Map<DayState, number[]>> {
  const people = new Map<DayState, number[]>()
  const roles = organization.reporting_roles
  const expected = roles.length === 0 ? [] : arrayOf((await findExpected(db, roles, filter))?.ids)
  const reported = new Set(authors)
  const without = expected.filter(id => !reported.has(id))
  if (without.length === 0) return people
  const groups = await findGroups(db, without, {
    date,
    settled: beginOfDay(addDays(date, -1)),
    latestEnd: addDays(date, dayLimits.absenceDaysMax - 1),
  })
  const now = clock.now()
  for (const { since, absence_kind, ids, ...group } of groups) {
    const person = { ...group, created_at: since, accepted_at: null, deleted_at: null }
    const facts = { report: undefined, isOff: absence_kind !== null, isHoliday }
    const state = stateOfDay(date, personDays(person, organization, now), facts)
    people.set(state, [...(people.get(state) ?? []), ...arrayOf(ids)])
  }
  return people
}
