import { addDays, beginOfDay } from '#shared/dates.ts'
import { countLate, type DayState, stateOfDay } from '#shared/day-state.ts'
import { dayLimits } from '#shared/limits.ts'
import { endOfDay } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { arrayOf } from '../../db/engine.ts'
import type { Organization } from '../settings/settings.service.ts'
import { personDays } from './days.service.ts'
import {
  findExpected,
  findGroups,
  findSentElsewhere,
  findSentOn,
  type TeamFilter,
  type Until,
} from './team-day.queries.ts'

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
  authors: readonly number[]
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
  const until = { date, lastId: found?.last_id ?? 0 }
  const count = Number(found?.count ?? 0)
  let late = Number(found?.late ?? 0)
  if (Number(found?.elsewhere ?? 0) > 0) {
    const elsewhere = await findSentElsewhere(db, until, main, filter)
    for (const [zone, sent] of Map.groupBy(elsewhere, report => report.zone))
      late += countLate(
        date,
        zone,
        sent.map(({ created_at }) => created_at),
      )
  }
  return {
    until,
    count,
    authors: arrayOf(found?.authors),
    submitted: count - late,
    late,
    toReview: Number(found?.to_review ?? 0),
  }
}

/** Users of the team who are none of these authors, by the state of their day. */
export async function peopleWithoutReport(
  { db, clock }: Context,
  { organization, date, isHoliday, filter }: Asked,
  authors: readonly number[],
): Promise<Map<DayState, number[]>> {
  const people = new Map<DayState, number[]>()
  const roles = organization.reporting_roles
  if (roles.length === 0) return people
  const have = new Set(authors)
  const expected = await findExpected(db, roles, filter)
  const ids = arrayOf(expected?.ids).filter(id => !have.has(id))
  if (ids.length === 0) return people
  const groups = await findGroups(db, ids, date, {
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
