import { addDays, isoWeekday } from '#shared/dates.ts'
import { workingDaysOn } from '#shared/day-state.ts'
import type { Db } from '../../db/schema.ts'
import { findHolidaysWithin, type Organization } from '../settings/settings.service.ts'

/** The longest way to a working day. */
const longestBreak = 366

/** The organization's working days beside a day, without holidays, and whether it is one itself. */
export async function workingDaysAround(db: Db, { schedule }: Organization, day: string) {
  const [first, last] = [addDays(day, -longestBreak), addDays(day, longestBreak)]
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
