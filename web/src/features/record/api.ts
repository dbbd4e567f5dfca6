import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type recordFormats, recordPageReply } from '#shared/contract/record.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { isAbsent } from '../../lib/api-error.ts'

/** Named as in the URL and the API. */
export type RecordFilters = { from?: string; to?: string; actorId?: string; userId?: string; kind?: string }

export const ownRecordKey = ['account', 'record'] as const

/** The record grows with every act, so a page is loaded again each time it is opened. */
export function useRecord(filters: RecordFilters, page: number) {
  return useQuery({
    queryKey: ['record', filters, page],
    queryFn: ({ signal }) =>
      request({ path: '/audit', query: { ...filters, page }, reply: recordPageReply, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

/** The user's own sign-ins, and what their tokens did. Null: the server is older than the record. */
export function useOwnRecord(page: number) {
  return useQuery({
    queryKey: [...ownRecordKey, page],
    queryFn: ({ signal }) =>
      request({ path: '/account/record', query: { page }, reply: recordPageReply, signal }).catch(error => {
        if (isAbsent(error)) return null
        throw error
      }),
    placeholderData: keepPreviousData,
  })
}

/** Everything that the filters select, whatever page is shown. */
export const recordFile = (
  filters: RecordFilters,
  format: (typeof recordFormats)[number],
  today: string,
) => ({
  path: '/audit/export',
  query: { format, ...filters },
  name: `record-${today}.${format}`,
})

/** Whether the pages stop before the entries do. */
export const isCut = (total: number) => total >= limits.recordCountMax
