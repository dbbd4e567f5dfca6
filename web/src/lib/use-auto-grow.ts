import { startTransition, useEffect, useState } from 'react'

/**
 * The beginning of a long list at once, the rest of it while the page can be used already: a company of a thousand
 * waits no longer for its first names than a team. By doubling, because every step draws again what is there.
 */
export function useAutoGrow<Item>(items: readonly Item[], first = 100): readonly Item[] {
  const [count, setCount] = useState(first)
  const isAll = items.length <= count
  useEffect(() => {
    if (!isAll) startTransition(() => setCount(count * 2))
  }, [isAll, count])
  return isAll ? items : items.slice(0, count)
}
