import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { blockerPageReply } from '#shared/contract/blockers.ts'
import { request } from '../../lib/api-client.ts'
import { blockersKey } from './api.ts'
import type { BlockerFilters } from './filters.ts'

/** A manager goes through all of them: few pages. */
const limit = 50

export const useBlockers = (filters: BlockerFilters, page: number) =>
  useQuery({
    queryKey: [...blockersKey, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { ...filters, page, limit }, reply: blockerPageReply, signal }),
    placeholderData: keepPreviousData,
  })
