import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type TimesheetFormat, timesheetReply } from '#shared/contract/timesheet.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'
import { calendarKeys } from '../calendar/api.ts'

/** The days, the filters and the teams, named as in the API. */
export type TimesheetQuery = {
  from: string
  to: string
  role?: string
  projectId?: string
  teamId?: TeamIds
}

const timesheetOptions = (
  { from, to, role, projectId, teamId }: TimesheetQuery,
  page: number,
  ahead = false,
) =>
  queryOptions({
    // Below the key of the calendars, because what changes them changes the timesheet: reports and time off.
    queryKey: [...calendarKeys.all, 'timesheet', { from, to, role, projectId, teamId }, page],
    queryFn: ({ signal }) =>
      request({
        path: '/timesheet',
        query: { from, to, role, projectId, page, teamId },
        reply: timesheetReply,
        signal,
        ahead,
      }),
  })

/** The shown period stays on screen until the next one is loaded. */
export const useTimesheet = (query: TimesheetQuery, page: number) =>
  useQuery({ ...timesheetOptions(query, page), placeholderData: keepPreviousData })

/** Prefetches the period or page whose link the user points at. */
export function usePrefetchTimesheet() {
  const queryClient = useQueryClient()
  return (query: TimesheetQuery, page: number) =>
    void queryClient.prefetchQuery(timesheetOptions(query, page, true))
}

/** The file of everything that the filters select, whatever page is shown. */
export const timesheetFile = (query: TimesheetQuery, format: TimesheetFormat) => ({
  path: '/timesheet/export',
  query: { format, ...query },
  name: `timesheet-${query.from}-${query.to}.${format}`,
})
