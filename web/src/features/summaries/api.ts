import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { summaryReply } from '#shared/contract/summaries.ts'
import { request } from '../../lib/api-client.ts'

const summaryOptions = (date: string, ahead = false) =>
  queryOptions({
    queryKey: ['summary', date],
    queryFn: ({ signal }) => request({ path: `/team/summaries/${date}`, reply: summaryReply, signal, ahead }),
  })

export const useSummary = (date: string) => useQuery(summaryOptions(date))

/** Prefetches the day that the user points at. */
export function usePrefetchSummary() {
  const queryClient = useQueryClient()
  return (date: string) => void queryClient.prefetchQuery({ ...summaryOptions(date, true), staleTime: 5000 })
}
