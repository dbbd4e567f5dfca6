import { formatWeekdayDay } from '../../lib/format.ts'

/** "Friday 13 November"; with its year if that isn't the year of `seenOn`. */
export const formatDay = (day: string, seenOn: string) =>
  day.slice(0, 4) === seenOn.slice(0, 4)
    ? formatWeekdayDay(day)
    : `${formatWeekdayDay(day)} ${day.slice(0, 4)}`
