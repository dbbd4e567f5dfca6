import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'

/**
 * Renders the beginning of a long list at once and the rest in transitions, so that a list of a thousand is usable as
 * early as a short one. The count doubles, because every step renders the earlier items again.
 */
export function useAutoGrow<Item>(items: readonly Item[], first = 100): readonly Item[] {
  const [count, setCount] = useState(first)
  const isAll = items.length <= count
  useEffect(() => {
    if (!isAll) startTransition(() => setCount(count * 2))
  }, [isAll, count])
  return isAll ? items : items.slice(0, count)
}

type Item = { id: number }

/** Changes a list on the server: the cached list shows the result at once and is then loaded again. */
export function useListActions<Listed extends Item>(queryKey: QueryKey) {
  const queryClient = useQueryClient()
  const askAgain = () => void queryClient.invalidateQueries({ queryKey })

  /** Runs an action. The list is also reloaded after a failure, because another user may have changed it first. */
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

export const withoutId = <Listed extends Item>(items: Listed[], removedId: number) =>
  items.filter(({ id }) => id !== removedId)
