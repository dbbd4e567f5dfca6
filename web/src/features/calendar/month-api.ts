import { queryOptions } from '@tanstack/react-query'
import { calendarReply } from '#shared/contract/calendar.ts'
import { request } from '../../lib/api-client.ts'

// Below the reports' own key: a report that is submitted or edited makes all of this out of date.
const all = ['reports', 'calendar'] as const
export const calendarKeys = {
  all,
  /** Months and years of the signed-in user. */
  mine: [...all, 'mine'] as const,
  team: [...all, 'team'] as const,
  absences: [...all, 'absences'] as const,
}

/** `ahead`: a prefetch. */
export type Asking = { ahead?: boolean }

// Without a month or a year the server takes the current one in the user's zone.
export const monthOptions = (month: string | undefined, { ahead }: Asking = {}) =>
  queryOptions({
    queryKey: [...calendarKeys.mine, 'month', month ?? ''],
    queryFn: ({ signal }) =>
      request({ path: '/calendar/me', query: { month }, reply: calendarReply, signal, ahead }),
  })
