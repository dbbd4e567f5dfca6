import * as z from 'zod/mini'
import { holidayInput } from '#shared/contract/settings.ts'

export type FoundHoliday = { date: string; name: string }

/** Something that was not understood, with the line it stands in. */
export type Problem = { line: number; text: string; reason: string }

/** What was understood of a pasted list or a calendar file. */
export type Found = { holidays: FoundHoliday[]; problems: Problem[] }

/** Puts a holiday with those understood, or returns why it can't be one. */
export function collect(found: Found, holiday: FoundHoliday): string | undefined {
  const checked = z.safeParse(holidayInput, holiday)
  if (!checked.success) return checked.error.issues[0]?.message ?? ''
  found.holidays.push(checked.data)
  return undefined
}

/** Those that are new, each date once, the earliest first. */
export function newOnes(holidays: readonly FoundHoliday[], taken: ReadonlySet<string>): FoundHoliday[] {
  const byDate = new Map<string, FoundHoliday>()
  for (const holiday of holidays) {
    if (!taken.has(holiday.date) && !byDate.has(holiday.date)) byDate.set(holiday.date, holiday)
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date))
}
