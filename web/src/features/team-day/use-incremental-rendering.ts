import { startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const first = 6
const step = 5

/**
 * How many cards are rendered: a screenful at once, the others a few at a time, so that the page never stops answering.
 */
export function useIncrementalRendering(total: number) {
  const [count, setCount] = useState(first)
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => startTransition(() => setCount(before => before + step)), 16)
    return () => clearTimeout(timer)
  }, [count, total])

  /** Before the user goes to one that isn't there yet; answers whether it is there now. */
  function renderUpTo(wanted: number, { isInEffect = false } = {}): boolean {
    if (wanted <= count) return true
    if (isInEffect) setCount(wanted)
    else flushSync(() => setCount(wanted))
    return !isInEffect
  }
  return { count: Math.min(count, total), renderUpTo }
}
