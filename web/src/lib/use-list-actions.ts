import { type QueryKey, useQueryClient } from '@tanstack/react-query'

type Item = { id: number }

/** Changes a list on the server: the cached list shows the result at once and is then loaded again. */
export function useListActions<Listed extends Item>(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const askAgain = () => void queryClient.invalidateQueries({ queryKey })

  /** Also reloads after a failure: another user may have been faster. */
  async function act<Reply>(
    ask: () => Promise<Reply>,
    change: (items: Listed[], reply: Reply) => Listed[],
  ): Promise<void> {
    try {
      const reply = await ask()
      queryClient.setQueryData<Listed[]>(queryKey, items => items && change(items, reply))
    } finally {
      askAgain()
    }
  }

  return { act, askAgain }
}

export const replaceIn = <Listed extends Item>(items: Listed[], next: Listed) =>
  items.map(item => (item.id === next.id ? next : item))

export const withoutId = <Listed extends Item>(items: Listed[], gone: number) =>
  items.filter(({ id }) => id !== gone)
