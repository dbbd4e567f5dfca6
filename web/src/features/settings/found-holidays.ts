import * as z from 'zod/mini'
import { holidayInput } from '#shared/contract/settings.ts'

export type FoundHoliday = { date: string; name: string }

/** A text that could not be read, with the number of its line. */
export type Problem = { line: number; text: string; reason: string }

/** The result of reading a pasted list or a calendar file. */
export type Found = { holidays: FoundHoliday[]; problems: Problem[] }

/** Adds a valid holiday to the result. Returns the reason if it is invalid. */
export function addHoliday(found: Found, holiday: FoundHoliday): string | undefined {
  const checked = z.safeParse(holidayInput, holiday)
  if (!checked.success) return checked.error.issues[0]?.message ?? ''
  found.holidays.push(checked.data)
  return undefined
}

/** The holidays whose dates are not taken, each date once, the earliest first. */
export function newHolidays(holidays: readonly FoundHoliday[], taken: ReadonlySet<string>): FoundHoliday[] {
  const byDate = new Map<string, FoundHoliday>()
  for (const holiday of holidays) {
    if (!taken.has(holiday.date) && !byDate.has(holiday.date)) byDate.set(holiday.date, holiday)
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date))
}
