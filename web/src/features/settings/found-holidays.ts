import * as z from 'zod/mini'
import { holidayInput } from '#shared/contract/settings.ts'

export type FoundHoliday = { date: string; name: string }

/** Something that was not understood, with the line it stands in. */
export type Problem = { line: number; text: string; reason: string }

/** What was understood of a pasted list or a calendar file. */
export type Found = { holidays: FoundHoliday[]; problems: Problem[] }

/** Puts a holiday where it belongs: with those understood, or with the problems and why. */
export function collect(found: Found, holiday: FoundHoliday, { line, text }: Omit<Problem, 'reason'>) {
  const checked = z.safeParse(holidayInput, holiday)
  if (checked.success) found.holidays.push(checked.data)
  else found.problems.push({ line, text, reason: checked.error.issues[0]?.message ?? '' })
}

/** Those that are new, each date once, the earliest first. */
export function newOnes(holidays: readonly FoundHoliday[], taken: ReadonlySet<string>): FoundHoliday[] {
  const byDate = new Map<string, FoundHoliday>()
  for (const holiday of holidays) {
    if (!taken.has(holiday.date) && !byDate.has(holiday.date)) byDate.set(holiday.date, holiday)
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date))
}
