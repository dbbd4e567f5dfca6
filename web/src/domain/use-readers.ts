import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readersReply } from '#shared/contract/notifications.ts'
import { request } from '../lib/api-client.ts'

const stableMs = 5 * 60_000

/** The people whom a comment on this report can mention. If they fill more than one page, those with the typed name. */
export function useReaders(reportId: string, typed: string, { enabled }: { enabled: boolean }) {
  const all = useQuery({ ...options(reportId, ''), enabled })
  const hasMore = all.data !== undefined && all.data.pagination.pages > 1
  const named = useQuery({
    ...options(reportId, typed),
    enabled: hasMore && typed !== '',
    placeholderData: keepPreviousData,
  })
  return hasMore && typed !== '' ? named.data?.data : all.data?.data
}

const options = (reportId: string, search: string) => ({
  queryKey: ['readers', reportId, search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    request({
      path: `/reports/${reportId}/readers`,
      query: { search: search || undefined },
      reply: readersReply,
      signal,
    }),
  staleTime: stableMs,
})
