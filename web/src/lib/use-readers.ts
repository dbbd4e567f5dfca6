import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readersReply } from '#shared/contract/notification-reply.ts'
import { request } from './api-client.ts'

const stableMs = 5 * 60_000

/** Whom a comment on this report can mention. Where there are more than one page of them, those with this name. */
export function useReaders(reportId: string, typed: string) {
  const all = useQuery(options(reportId, ''))
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
