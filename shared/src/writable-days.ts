import { addDays, startOfEditWindow } from './dates.ts'
import type { DayState } from './day-state.ts'

// For which days the form of a new report opens. `POST /reports` also accepts other days, from programs.

/**
 * The days that `GET /reports/missed` lists, in order: days inside the edit window whose report is missing, and every day
 * with a draft, which may be a free Saturday or long past. In the user's time zone.
 */
export function offeredDays(
  daysOfWindow: readonly { date: string; state: DayState }[],
  draftDays: readonly string[],
): string[] {
  const missing = daysOfWindow.filter(({ state }) => state === 'missing').map(({ date }) => date)
  return [...new Set([...missing, ...draftDays])].sort()
}

type Known = {
  today: string
  editWindowDays: number
  /** What `GET /reports/missed` lists. */
  offered: readonly string[]
}

/** Whether the form opens for a day: today, yesterday, the other days of the edit window, and those that are offered. */
export function isWritable(day: string, { today, editWindowDays, offered }: Known): boolean {
  const isRecent = day >= addDays(today, -1) || day >= startOfEditWindow(today, editWindowDays)
  return (isRecent && day <= today) || offered.includes(day)
}
