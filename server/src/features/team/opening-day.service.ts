import { addDays, isoWeekday } from '#shared/dates.ts'
import { workingDaysOn } from '#shared/day-state.ts'
import { dayInZone, instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { holidaysWithin, type Organization } from '../settings/settings.service.ts'

/** The longest way back to a working day. */
const longestBreak = 366

/** The day that Today opens with: the organization's today, before its summary time the last working day. */
export async function openingDay({ db, clock }: Context, organization: Organization): Promise<string> {
  const { schedule, summary_time, time_zone } = organization
  const now = clock.now()
  const today = dayInZone(now, time_zone)
  if (now.toISOString() >= instantInZone(today, minutesOf(summary_time), time_zone)) return today
  const first = addDays(today, -longestBreak)
  const holidays = new Set((await holidaysWithin(db, first, today)).map(({ date }) => date))
  const isWorkingDay = (day: string) =>
    !holidays.has(day) &&
    workingDaysOn(day, { schedule: [], organizationSchedule: schedule }).includes(isoWeekday(day))
  for (let day = addDays(today, -1); day >= first; day = addDays(day, -1)) if (isWorkingDay(day)) return day
  return today
}

/** Of a time of day such as 09:30, after midnight. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
