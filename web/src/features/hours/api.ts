import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  allProjectHoursReply,
  type ProjectHours,
  projectHoursReply,
  projectSummaryReply,
} from '#shared/contract/hours.ts'
import type { Project } from '#shared/contract/projects.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import { request } from '../../lib/api-client.ts'
import { isAbsent } from '../../lib/failures.ts'
import { reportKeys } from '../reports/api.ts'

const noHours: ProjectHours = { totalHours: 0, taskCount: 0, userDistribution: [] }

/** The hours of every project, in one call. When that fails a project shows none, silently. */
export function useHours(role: Role | undefined, projects: readonly Project[] | undefined) {
  const batch = useQuery({
    queryKey: [...reportKeys.all, 'hours', { role }],
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
    queryKey: [...reportKeys.all, 'hours', { role }, ids],
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
    queryKey: [...reportKeys.all, 'summary', projectId, { userId }],
    queryFn: ({ signal }) =>
      request({
        path: '/reports/project-summary',
        query: { projectId, userId, includeTaskDetails: 'true', limit: limits.projectSummaryMax },
        reply: projectSummaryReply,
        signal,
      }),
  })
}
