import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  allProjectHoursReply,
  type ProjectHours,
  projectHoursReply,
  projectSummaryReply,
} from '#shared/contract/hours.ts'
import { type Project, projectsReply } from '#shared/contract/projects.ts'
import { reportPageReply } from '#shared/contract/reports.ts'
import { teamOverviewReply } from '#shared/contract/team-day.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { request } from '../../lib/api-client.ts'
import { isAbsent } from '../../lib/failures.ts'
import type { Filters } from './filters.ts'

// Below the reports' own key: a report that is submitted or edited makes all of this out of date.
const all = ['reports', 'review'] as const

const reportPage = (filters: Filters, page: number, ahead = false) =>
  queryOptions({
    queryKey: [...all, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { page, limit: limits.pageSize, include_task_details: 'true', ...filters },
        reply: reportPageReply,
        signal,
        ahead,
      }),
  })

export function useReports(filters: Filters, page: number) {
  const options = reportPage(filters, page)
  const query = useQuery({
    ...options,
    // The page on screen stays until the next one is there.
    placeholderData: keepPreviousData,
  })
  useFollowReviews(filters, options.queryKey, query)
  return query
}

/**
 * A review takes a report out of a list that is filtered by reviews, and all that follow move up: its pages are asked for
 * again, or the next page would begin with a report too late.
 */
function useFollowReviews(
  filters: Filters,
  queryKey: QueryKey,
  query: { isStale: boolean; refetch: () => unknown },
) {
  const queryClient = useQueryClient()
  const { isStale, refetch } = query
  const isOutdated =
    filters.review !== undefined && isStale && queryClient.getQueryState(queryKey)?.isInvalidated === true
  useEffect(() => {
    if (isOutdated) void refetch()
  }, [isOutdated, refetch])
}

/** The same list for finding a report's neighbours: no placeholder page, which would give wrong neighbours. */
export function useReportPage(filters: Filters, page: number, { enabled = true, ahead = false } = {}) {
  const options = reportPage(filters, page, ahead)
  const query = useQuery({ ...options, enabled })
  useFollowReviews(filters, options.queryKey, query)
  return query
}

/** Prefetches a page of the list when the user hovers its number. */
export function usePrefetchReportPage(filters: Filters) {
  const queryClient = useQueryClient()
  return (page: number) => void queryClient.prefetchQuery(reportPage(filters, page, true))
}

/** How many reports there are of a day. */
export function useReportCount(date: string) {
  return useQuery({
    queryKey: [...all, 'day', date],
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { date, limit: limits.pageSizeMax },
        reply: reportPageReply,
        signal,
      }),
    select: answer => answer.total,
  })
}

/** What waits for a reviewer. */
export function useTeamOverview() {
  return useQuery({
    queryKey: [...all, 'overview'],
    queryFn: ({ signal }) => request({ path: '/team/overview', reply: teamOverviewReply, signal }),
  })
}

/** What the user is assigned to. A failure yields an empty list. */
export function useProjectsOfUser(userId: string | undefined) {
  return useQuery({
    queryKey: ['projects', 'of-user', userId],
    queryFn: ({ signal }) =>
      request({ path: `/projects/user/${userId}`, reply: projectsReply, signal }).catch(error => {
        if (signal.aborted) throw error
        return []
      }),
    enabled: userId !== undefined,
  })
}

const noHours: ProjectHours = { totalHours: 0, taskCount: 0, userDistribution: [] }

/** The hours of every project, in one call. When that fails a project shows none, silently. */
export function useHours(role: Role | undefined, projects: readonly Project[] | undefined) {
  const batch = useQuery({
    queryKey: [...all, 'hours', { role }],
    queryFn: ({ signal }) =>
      request({ path: '/reports/project-hours', query: { role }, reply: allProjectHoursReply, signal }),
    // Another role's hours take the place of these in one go; nothing collapses in between.
    placeholderData: keepPreviousData,
  })
  const single = useHoursOneByOne(role, isAbsent(batch.error) ? projects : undefined)
  const { data, isPlaceholderData } = single.data ? single : batch
  // A project made a moment ago may be missing from an answer that is a little older.
  const hoursOf = ({ id }: Project) => data?.[id] ?? noHours
  return { hoursOf, isPending: batch.isPending || single.isLoading, isBusy: isPlaceholderData }
}

/** For an older server, which has only the call for one project. */
function useHoursOneByOne(role: Role | undefined, projects: readonly Project[] | undefined) {
  const ids = projects?.map(({ id }) => id) ?? []
  return useQuery({
    queryKey: [...all, 'hours', { role }, ids],
    queryFn: async ({ signal }) => {
      const hoursOf = (id: number) =>
        request({ path: `/reports/project/${id}/hours`, query: { role }, reply: projectHoursReply, signal })
      const answers = await Promise.allSettled(ids.map(hoursOf))
      const found = answers.map(answer => (answer.status === 'fulfilled' ? answer.value : noHours))
      return Object.fromEntries(ids.map((id, index) => [id, found[index] ?? noHours]))
    },
    enabled: projects !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useProjectSummary(projectId: string, userId: string | undefined) {
  return useQuery({
    queryKey: [...all, 'summary', projectId, { userId }],
    queryFn: ({ signal }) =>
      request({
        path: '/reports/project-summary',
        query: { projectId, userId, includeTaskDetails: 'true', limit: limits.projectSummaryMax },
        reply: projectSummaryReply,
        signal,
      }),
  })
}
