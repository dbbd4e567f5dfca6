import { addDays, isDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { peopleFilters } from '../../domain/people-filters.ts'
import type { FiltersOf } from '../../lib/url.ts'

const isOffered = (day: string) => isDay(day) && day >= limits.earliestDay && day <= limits.latestDay

/** The day and the people. Without a date the server chooses the day. */
export const dayFilters = { ...peopleFilters, date: isOffered }

export type DayFilters = FiltersOf<typeof dayFilters>

/** "?date=2026-03-02&role=designer", or an empty text without filters. */
export function searchOfDay(filters: DayFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** Undefined at the first and the last day of the calendar. */
export function dayBeside(day: string, count: -1 | 1): string | undefined {
  const beside = addDays(day, count)
  return isOffered(beside) ? beside : undefined
}
