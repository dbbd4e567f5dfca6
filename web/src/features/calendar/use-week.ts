import { useQuery } from '@tanstack/react-query'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { addDays, isoWeekday } from '#shared/dates.ts'
import { isAbsent } from '../../lib/failures.ts'
import { monthOptions } from './api.ts'

export type Week = ReturnType<typeof useWeek>

/** The user's days of the week that this day is in, from Monday to Sunday, without those that say nothing. */
export function useWeek(day: string) {
  const monday = addDays(day, 1 - isoWeekday(day))
  const sunday = addDays(monday, 6)
  // The same query twice is asked once: two calls only in a week that two months share.
  const first = useQuery(monthOptions(monday.slice(0, 7)))
  const last = useQuery(monthOptions(sunday.slice(0, 7)))
  const all = new Map(
    [first, last].flatMap(({ data }) => data?.days.map(each => [each.date, each] as const) ?? []),
  )
  const days = [...all.values()].filter(({ date }) => date >= monday && date <= sunday)
  const shown = days.filter(isTelling)
  const isPending = first.isPending || last.isPending
  return {
    isPending,
    isFailed: !isPending && [first, last].some(({ data, error }) => data === undefined && !isAbsent(error)),
    today: first.data?.today ?? day,
    // Nothing of users who are not expected to report.
    days: shown.some(({ state }) => state !== 'none') ? shown : [],
    retry: () => {
      void first.refetch()
      void last.refetch()
    },
  }
}

/** A day of the weekend counts if it is a working day, or was worked on: time off and holidays may cover it too. */
function isTelling({ date, state, hours }: CalendarDay): boolean {
  if (hours !== null) return true
  if (isoWeekday(date) < 6) return state !== 'free'
  return state === 'due' || state === 'missing' || state === 'future'
}
