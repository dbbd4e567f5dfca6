import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { blockerPageReply } from '#shared/contract/blockers.ts'
import { can } from '#shared/permissions.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import type { BlockerFilters } from './filters.ts'

// Below the reports' own key: a report that is submitted or edited opens, changes or resolves blockers.
export const blockersKey = ['reports', 'blockers'] as const

/** The open ones that the user wrote or, as staff, takes care of. */
export function useMyBlockers() {
  const actor = useActor()
  const userId = actor && can(actor, 'blocker.readAll') ? actor.id : undefined
  return useQuery({
    queryKey: [...blockersKey, 'mine', userId],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { userId }, reply: blockerPageReply, signal }),
  })
}

/** A manager goes through all of them: few pages. */
const limit = 50

export const useBlockers = (filters: BlockerFilters, page: number) =>
  useQuery({
    queryKey: [...blockersKey, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { ...filters, page, limit }, reply: blockerPageReply, signal }),
    placeholderData: keepPreviousData,
  })
