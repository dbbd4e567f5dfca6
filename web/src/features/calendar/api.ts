import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Absence, absencePageReply } from '#shared/contract/absences.ts'
import { calendarReply, calendarYearReply, teamCalendarReply } from '#shared/contract/calendar.ts'
import { addDays, type Span } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'
import { reportKeys } from '../reports/api.ts'
import type { TeamFilters } from './team-filters.ts'

// Below the key of the reports, because a report that is submitted or edited changes the calendars.
const all = [...reportKeys.all, 'calendar'] as const
export const calendarKeys = {
  all,
  /** Months and years of the signed-in user. */
  mine: [...all, 'mine'] as const,
  team: [...all, 'team'] as const,
  absences: [...all, 'absences'] as const,
}

type PrefetchOption = { ahead?: boolean }

// Without a month or a year the server uses the current one in the user's time zone.
export const monthOptions = (month: string | undefined, { ahead }: PrefetchOption = {}) =>
  queryOptions({
    queryKey: [...calendarKeys.mine, 'month', month ?? ''],
    queryFn: ({ signal }) =>
      request({ path: '/calendar/me', query: { month }, reply: calendarReply, signal, ahead }),
  })

/** The shown month stays on screen until the next one is loaded. */
export const useMonth = (month: string | undefined) =>
  useQuery({ ...monthOptions(month), placeholderData: keepPreviousData })

export function useYear(year: string | undefined) {
  return useQuery({
    queryKey: [...calendarKeys.mine, 'year', year ?? ''],
    queryFn: ({ signal }) =>
      request({ path: '/calendar/me/year', query: { year }, reply: calendarYearReply, signal }),
    placeholderData: keepPreviousData,
  })
}

const absencesOptions = ({ startDate, endDate }: Span, userId: number) =>
  queryOptions({
    queryKey: [...calendarKeys.absences, userId, startDate, endDate],
    queryFn: ({ signal }) =>
      request({
        path: '/absences',
        query: { from: startDate, to: endDate, userId, limit: limits.pageSizeMax },
        reply: absencePageReply,
        signal,
      }),
  })

/**
 * The signed-in user's time off in a month and about a month before and after it. Which month is the current one is
 * not known before the server's answer, so the range also covers a wrong guess of the browser.
 */
export function useAbsencesAround(month: string, userId: number) {
  const first = `${month}-01`
  return useQuery({
    ...absencesOptions({ startDate: addDays(first, -31), endDate: addDays(first, 62) }, userId),
    placeholderData: keepPreviousData,
  })
}

/** Finds time off of the user in the cache or on the server; undefined if it was deleted. */
export async function findAbsence(
  queryClient: QueryClient,
  { id, userId, date }: { id: number; userId: number; date: string },
): Promise<Absence | undefined> {
  const isWanted = (absence: Absence) => absence.id === id
  const loaded = queryClient.getQueriesData<{ data: Absence[] }>({ queryKey: calendarKeys.absences })
  const known = loaded.flatMap(([, list]) => list?.data ?? []).find(isWanted)
  if (known) return known
  const { data } = await queryClient.fetchQuery(absencesOptions({ startDate: date, endDate: date }, userId))
  return data.find(isWanted)
}

/** The month and its filters, and the teams whose people it shows. */
type TeamQuery = TeamFilters & { teamId?: TeamIds }

const teamOptions = (
  { month, role, projectId, teamId }: TeamQuery,
  page: number,
  { ahead }: PrefetchOption = {},
) =>
  queryOptions({
    queryKey: [...calendarKeys.team, { month, role, projectId, teamId }, page],
    queryFn: ({ signal }) =>
      request({
        path: '/calendar/team',
        query: { month, role, projectId, page, teamId },
        reply: teamCalendarReply,
        signal,
        ahead,
      }),
  })

export const useTeamMonth = (filters: TeamQuery, page: number) =>
  useQuery({ ...teamOptions(filters, page), placeholderData: keepPreviousData })

/** Prefetches the month or page whose link the user points at. */
export function usePrefetchCalendar() {
  const queryClient = useQueryClient()
  return {
    prefetchMonth: (month: string) => void queryClient.prefetchQuery(monthOptions(month, { ahead: true })),
    prefetchTeam: (filters: TeamQuery, page: number) =>
      void queryClient.prefetchQuery(teamOptions(filters, page, { ahead: true })),
  }
}
