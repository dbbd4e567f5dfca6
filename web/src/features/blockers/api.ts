import {
  keepPreviousData,
  queryOptions,
  usePrefetchQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Blocker, type BlockerPage, blockerPageReply, blockerReply } from '#shared/contract/blockers.ts'
import { limits } from '#shared/limits.ts'
import { can } from '#shared/permissions.ts'
import { type TeamIds, useTeamIds } from '../../domain/team-choice.ts'
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

export const useBlockers = (filters: BlockerFilters & { teamId?: TeamIds }, page: number) =>
  useQuery({
    queryKey: [...blockersKey, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({ path: '/blockers', query: { ...filters, page, limit }, reply: blockerPageReply, signal }),
    placeholderData: keepPreviousData,
  })

/** More open blockers than these pages have are left to the Blockers page. */
const openPagesMax = 10

const openBlockersQuery = (teamId: TeamIds) =>
  queryOptions({
    queryKey: [...blockersKey, 'open', teamId],
    queryFn: async ({ signal }): Promise<BlockerPage> => {
      const fetchPage = (page: number) => {
        const query = { page, limit: limits.pageSizeMax, teamId }
        return request({ path: '/blockers', query, reply: blockerPageReply, signal })
      }
      const { data, pagination } = await fetchPage(1)
      for (let page = 2; page <= Math.min(pagination.pages, openPagesMax); page++)
        data.push(...(await fetchPage(page)).data)
      return { data, pagination }
    },
  })

/** All open blockers of the chosen team, the oldest first. Today shows them at the reports that name them, in a panel and at its end. */
export const useOpenBlockers = () => useQuery(openBlockersQuery(useTeamIds()))

/** Starts loading them with the page, before the parts that show them are there. */
export const usePrefetchOpenBlockers = () => usePrefetchQuery(openBlockersQuery(useTeamIds()))

/** The open blocker that a user's report names. Texts that differ only in case or in the space around them are the same. */
export function useBlockerNamed(userId: number, text: string) {
  return useQuery({
    ...openBlockersQuery(useTeamIds()),
    select: ({ data }) => data.find(each => each.user_id === userId && isSameText(each.text, text)) ?? null,
  })
}

/** Lists cut long texts, which then end in "…". */
function isSameText(one: string, other: string): boolean {
  const [a, b] = [one.trim().toLowerCase(), other.trim().toLowerCase()]
  const isCutOf = (cut: string, whole: string) => cut.endsWith('…') && whole.startsWith(cut.slice(0, -1))
  return a === b || isCutOf(a, b) || isCutOf(b, a)
}

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
