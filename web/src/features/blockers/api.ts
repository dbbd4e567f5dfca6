import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Blocker, type BlockerPage, blockerPageReply, blockerReply } from '#shared/contract/blockers.ts'
import { can } from '#shared/permissions.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { reportKeys } from '../reports/api.ts'
import type { BlockerFilters } from './blocker-filters.ts'

// Below the key of the reports, because a report that is submitted or edited opens, changes or resolves blockers.
const blockersKey = [...reportKeys.all, 'blockers'] as const

/** The open blockers that the user wrote or, as staff, owns. */
export function useMyBlockers() {
  const actor = useActor()
  const userId = actor && can(actor, 'blocker.readAll') ? actor.id : undefined
  return useQuery({
    queryKey: [...blockersKey, 'mine', userId],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { userId }, reply: blockerPageReply, signal }),
  })
}

/** Pages are long, because managers go through the whole list. */
const limit = 50

export const useBlockers = (filters: BlockerFilters, page: number) =>
  useQuery({
    queryKey: [...blockersKey, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { ...filters, page, limit }, reply: blockerPageReply, signal }),
    placeholderData: keepPreviousData,
  })

const post = (path: string, body?: object) => request({ method: 'POST', path, body, reply: blockerReply })

/** The calls that change a blocker. After each of them, also a failed one, the lists are loaded again. */
export function useChangeBlocker() {
  const queryClient = useQueryClient()

  async function change(send: () => Promise<Blocker>): Promise<Blocker> {
    try {
      return await send()
    } finally {
      void queryClient.invalidateQueries({ queryKey: blockersKey })
    }
  }

  return {
    resolve: (id: number, note = '') => change(() => post(`/blockers/${id}/resolve`, { note })),
    reopen: (id: number) => change(() => post(`/blockers/${id}/reopen`)),
    /** Shows the new owner before the server has answered. */
    async assign(id: number, owner: { id: number; name: string } | null): Promise<void> {
      const owner_id = owner?.id ?? null
      // A response that is still under way would overwrite the new owner.
      await queryClient.cancelQueries({ queryKey: blockersKey })
      queryClient.setQueriesData<BlockerPage>(
        { queryKey: blockersKey },
        page =>
          page && {
            ...page,
            data: page.data.map(each =>
              each.id === id ? { ...each, owner_id, owner_name: owner?.name ?? null } : each,
            ),
          },
      )
      await change(() =>
        request({ method: 'PUT', path: `/blockers/${id}`, body: { owner_id }, reply: blockerReply }),
      )
    },
  }
}
