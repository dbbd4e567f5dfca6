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
import { isAbsent } from '../../lib/api-error.ts'
import { reportKeys } from '../reports/api.ts'

const noHours: ProjectHours = { totalHours: 0, taskCount: 0, userDistribution: [], of_your_teams: false }

/** The hours of every project, in one call. If it fails, projects show no hours and no error. */
export function useHours(role: Role | undefined, projects: readonly Project[] | undefined) {
  const batch = useQuery({
    queryKey: [...reportKeys.all, 'hours', { role }],
    queryFn: ({ signal }) =>
      request({ path: '/reports/project-hours', query: { role }, reply: allProjectHoursReply, signal }),
    // The shown hours stay until those of another role are loaded, so that no card collapses.
    placeholderData: keepPreviousData,
  })
  const single = useHoursOneByOne(role, isAbsent(batch.error) ? projects : undefined)
  const { data, isPlaceholderData } = single.data ? single : batch
  // A project that was just created may be missing from a cached response.
  const hoursOf = ({ id }: Project) => data?.[id] ?? noHours
  const isOfYourTeams = Object.values(data ?? {}).some(hours => hours.of_your_teams)
  return {
    hoursOf,
    isOfYourTeams,
    isPending: batch.isPending || single.isLoading,
    isBusy: isPlaceholderData,
  }
}

/** For an older server, which only has the call for a single project. */
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
