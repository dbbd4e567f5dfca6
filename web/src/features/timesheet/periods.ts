import { addDays, isDay, isoWeekday, spanOfUnit } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { formatDaySpan, formatMonth } from '../../lib/dates.ts'
import { searchWith } from '../../lib/url.ts'

/** The days of a timesheet: a week from Monday to Sunday, or a month. */
export type Period = { unit: 'week' | 'month'; from: string; to: string }

/** The week or month of a day. */
export function periodOf(day: string, unit: Period['unit']): Period {
  const { startDate, endDate } = spanOfUnit(unit, day)
  return { unit, from: startDate, to: endDate }
}

const isPossible = ({ from, to }: Period) => from >= limits.earliestDay && to <= limits.latestDay

/** The period in a URL (?month=2026-03, or ?week= with any day of it); this week if there is none, or an impossible one. */
export function periodIn(search: string, today: string): Period {
  const query = new URLSearchParams(search)
  const [first, day] = [`${query.get('month')}-01`, query.get('week') ?? '']
  const wanted = isDay(first) ? periodOf(first, 'month') : isDay(day) ? periodOf(day, 'week') : undefined
  return wanted && isPossible(wanted) ? wanted : periodOf(today, 'week')
}

/** The query of the URL with another period. */
export const searchOfPeriod = ({ unit, from }: Period, search: string) =>
  searchWith(search, { month: '', week: '', [unit]: unit === 'month' ? from.slice(0, 7) : from })

/** The period before or after this one. Undefined before the first and after the last day of the calendar. */
export function periodBeside({ unit, from, to }: Period, count: -1 | 1): Period | undefined {
  const beside = periodOf(count === 1 ? addDays(to, 1) : addDays(from, -1), unit)
  return isPossible(beside) ? beside : undefined
}

/** The week or month for this period: today's if today is in it, else the one that it begins in. */
export const inUnit = ({ from, to }: Period, unit: Period['unit'], today: string) =>
  periodOf(today >= from && today <= to ? today : from, unit)

/** "March 2026", or "16 – 22 Mar 2026". */
export const titleOf = ({ unit, from, to }: Period) =>
  unit === 'month' ? formatMonth(from.slice(0, 7)) : formatDaySpan(from, to)

/** The weeks of a month: those at its ends have only its own days. Each is given by the positions of its days. */
export function weeksWithin(days: readonly string[]): number[][] {
  const weeks: number[][] = []
  for (const [index, day] of days.entries()) {
    const last = weeks.at(-1)
    if (last && isoWeekday(day) !== 1) last.push(index)
    else weeks.push([index])
  }
  return weeks
}
