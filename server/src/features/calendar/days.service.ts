import { addDays, daysWithin, isoWeekday } from '#shared/dates.ts'
import { type DayState, type PersonDays, stateOfDay, workingDaysOn } from '#shared/day-state.ts'
import { dayInZone, dayInZoneAt } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { findAbsencesOf } from '../absences/absences.service.ts'
import {
  effectiveTimeZone,
  findHolidaysWithin,
  getOrganization,
  type Organization,
  parseSchedule,
} from '../settings/settings.service.ts'
import { type Days, findPerson, findReportsOf, type PersonRow } from './days.queries.ts'

export { countTeam, findTeam, type PersonRow, type TeamFilter } from './days.queries.ts'

/** A day of a user, with its state. */
export type PersonDay = {
  date: string
  state: DayState
  report_id: number | null
  minutes: number | null
  absence_id: number | null
  holiday: string | null
}

/** A user and one of their days. Returns undefined if the user doesn't exist. */
export async function findPersonDay(ctx: Context, db: Db, id: number, date: string) {
  const [organization, person] = await Promise.all([getOrganization(ctx, db), findPerson(db, id)])
  if (!person) return undefined
  const days = await findDaysOfPeople(ctx, { organization, people: [person], first: date, last: date }, db)
  return { person, day: days.get(id)?.[0] as PersonDay }
}

type DaysQuery = Days & { organization: Organization; people: readonly PersonRow[] }

/**
 * The days of these users with their states, in three queries for any number of users and days.
 */
export async function findDaysOfPeople(
  ctx: Context,
  { organization, people, first, last }: DaysQuery,
  db: Db = ctx.db,
): Promise<Map<number, PersonDay[]>> {
  if (people.length === 0) return new Map()
  const ids = people.map(({ id }) => id)
  const [reports, absences, holidays] = await Promise.all([
    findReportsOf(db, ids, { first, last }),
    findAbsencesOf(db, ids, { first, last }),
    findHolidaysWithin(db, first, last),
  ])
  const reportsByUser = Map.groupBy(reports, report => report.user_id)
  const absencesByUser = Map.groupBy(absences, absence => absence.user_id)
  const holidayNames = new Map(holidays.map(({ date, name }) => [date, name]))
  const dates = daysWithin(first, last)
  const now = ctx.clock.now()
  return new Map(
    people.map(person => {
      const own = personDays(person, organization, now)
      const reportOn = new Map(reportsByUser.get(person.id)?.map(report => [report.date, report]))
      const timesOff = absencesByUser.get(person.id) ?? []
      const days = dates.map((date): PersonDay => {
        const report = reportOn.get(date)
        const absence = timesOff.find(({ start_date, end_date }) => start_date <= date && date <= end_date)
        const holiday = holidayNames.get(date) ?? null
        const state = stateOfDay(date, own, {
          report: report && withReportZone(report, organization),
          isOff: absence !== undefined,
          isHoliday: holiday !== null,
        })
        return {
          date,
          state,
          report_id: report?.id ?? null,
          minutes: report?.minutes ?? null,
          absence_id: absence?.id ?? null,
          holiday,
        }
      })
      return [person.id, days]
    }),
  )
}

/** Reports from before zones were stored count in the zone that the organization had then. */
export const withReportZone = (
  { created_at, time_zone }: { created_at: string; time_zone: string | null },
  { earlierReportsZone }: Organization,
) => ({ created_at, time_zone: time_zone ?? earlierReportsZone })

/** Today in the time zone of a user. */
export async function findToday(ctx: Context, id: number): Promise<string> {
  const [organization, person] = await Promise.all([getOrganization(ctx, ctx.db), findPerson(ctx.db, id)])
  return dayInZone(ctx.clock.now(), effectiveTimeZone(person ?? { time_zone: null }, organization))
}

type Person = Pick<
  PersonRow,
  'role' | 'accepted_at' | 'created_at' | 'deleted_at' | 'invited' | 'time_zone' | 'working_days'
>

export function personDays(person: Person, organization: Organization, now: Date): PersonDays {
  const zone = effectiveTimeZone(person, organization)
  const dayOf = (instant: string) => dayInZoneAt(instant, zone)
  const { accepted_at, created_at, deleted_at, invited } = person
  return {
    today: dayInZone(now, zone),
    isExpected: organization.reporting_roles.includes(person.role),
    firstDay: invited ? null : dayOf(accepted_at ?? created_at),
    lastDay: deleted_at === null ? null : dayOf(deleted_at),
    schedule: parseSchedule(person.working_days) ?? [],
    organizationSchedule: organization.schedule,
  }
}

/** How far the search for a working day goes in each direction. */
const searchedDays = 366

/** The organization's working days before and after a day, without holidays, and whether the day is one itself. */
export async function workingDaysAround(db: Db, { schedule }: Organization, day: string) {
  const [first, last] = [addDays(day, -searchedDays), addDays(day, searchedDays)]
  const holidays = new Set((await findHolidaysWithin(db, first, last)).map(({ date }) => date))
  const isWorkingDay = (each: string) =>
    !holidays.has(each) &&
    workingDaysOn(each, { schedule: [], organizationSchedule: schedule }).includes(isoWeekday(each))
  function nearest(step: 1 | -1): string | undefined {
    for (let each = addDays(day, step); each >= first && each <= last; each = addDays(each, step))
      if (isWorkingDay(each)) return each
    return undefined
  }
  return { isOne: isWorkingDay(day), previous: nearest(-1), next: nearest(1) }
}
