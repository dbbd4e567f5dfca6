import { addDays, addMonths, daysOfMonth, isMonth, isoWeekday } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { searchWith } from '../../lib/url.ts'

/** Whether the calendar includes this month. */
export const isCalendarMonth = (month: string) =>
  isMonth(month) && month >= limits.earliestDay.slice(0, 7) && month <= limits.latestDay.slice(0, 7)

/** The month in a URL. Undefined, which means the current one, if it is missing or not in the calendar. */
export function monthIn(search: string): string | undefined {
  const month = new URLSearchParams(search).get('month')
  return month !== null && isCalendarMonth(month) ? month : undefined
}

/** The query of the URL with another month. Undefined is the current one. */
export const searchOfMonth = (month: string | undefined, search: string) => searchWith(search, { month })

/** Undefined before the first and after the last month of the calendar. */
export function monthBeside(month: string, count: number): string | undefined {
  const beside = addMonths(month, count)
  return isCalendarMonth(beside) ? beside : undefined
}

/** A week from Monday to Sunday; null for days of another month. */
export type Week<Day> = (Day | null)[]

/** Splits the days of a month, which must be complete and in order, into weeks. */
export function weeksOf<Day extends { date: string }>(days: readonly Day[]): Week<Day>[] {
  const [first] = days
  if (!first) return []
  const blanks = (count: number) => Array<null>(count).fill(null)
  const cells = [...blanks(isoWeekday(first.date) - 1), ...days]
  cells.push(...blanks((7 - (cells.length % 7)) % 7))
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

type Key = { key: string; ctrlKey: boolean; metaKey: boolean }

/** The day that a key moves to, which may be in another month. Undefined for other keys. */
export function dayByKey(day: string, { key, ctrlKey, metaKey }: Key): string | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return ctrlKey || metaKey
        ? `${day.slice(0, 7)}-01`
        : clampToMonth(day, addDays(day, 1 - isoWeekday(day)))
    case 'End':
      return ctrlKey || metaKey
        ? lastDayOf(day.slice(0, 7))
        : clampToMonth(day, addDays(day, 7 - isoWeekday(day)))
    case 'PageUp':
      return sameDayIn(addMonths(day.slice(0, 7), -1), day)
    case 'PageDown':
      return sameDayIn(addMonths(day.slice(0, 7), 1), day)
  }
}

const lastDayOf = (month: string) => daysOfMonth(month).at(-1) ?? `${month}-28`

/** Home and End stay in the month, also in a week that reaches into another one. */
function clampToMonth(day: string, other: string): string {
  const month = day.slice(0, 7)
  if (other.startsWith(month)) return other
  return other < day ? `${month}-01` : lastDayOf(month)
}

/** The same day of another month, or its last day if it is shorter. */
function sameDayIn(month: string, day: string): string {
  const same = `${month}-${day.slice(8)}`
  const last = lastDayOf(month)
  return same < last ? same : last
}
