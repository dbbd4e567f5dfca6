import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { summaryReply } from '#shared/contract/summaries.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'

const summaryOptions = (date: string, teamId: TeamIds, ahead = false) =>
  queryOptions({
    queryKey: ['summary', date, teamId],
    queryFn: ({ signal }) =>
      request({ path: `/team/summaries/${date}`, query: { teamId }, reply: summaryReply, signal, ahead }),
  })

export const useSummary = (date: string, teamId: TeamIds) => useQuery(summaryOptions(date, teamId))

/** Prefetches the day that the user points at. */
export function usePrefetchSummary(teamId: TeamIds) {
  const queryClient = useQueryClient()
  return (date: string) =>
    void queryClient.prefetchQuery({ ...summaryOptions(date, teamId, true), staleTime: 5000 })
}
