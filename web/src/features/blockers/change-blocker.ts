import { useQueryClient } from '@tanstack/react-query'
import { type Blocker, type BlockerPage, blockerReply } from '#shared/contract/blockers.ts'
import { request } from '../../lib/api-client.ts'
import { blockersKey } from './api.ts'

const post = (path: string, body?: object) => request({ method: 'POST', path, body, reply: blockerReply })

/** The calls that change a blocker. Whatever comes of them, the lists are loaded again. */
export function useChangeBlocker() {
  const queryClient = useQueryClient()

  async function change(ask: () => Promise<Blocker>): Promise<Blocker> {
    try {
      return await ask()
    } finally {
      void queryClient.invalidateQueries({ queryKey: blockersKey })
    }
  }

  return {
    resolve: (id: number, note = '') => change(() => post(`/blockers/${id}/resolve`, { note })),
    reopen: (id: number) => change(() => post(`/blockers/${id}/reopen`)),
    /** Shows the owner at once. */
    async assign(id: number, owner: { id: number; name: string } | null): Promise<void> {
      const owner_id = owner?.id ?? null
      // An answer that is on its way would undo what is shown.
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
