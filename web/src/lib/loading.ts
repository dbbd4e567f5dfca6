import { limits } from '#shared/limits.ts'
import { createStore, useStore } from './store.ts'

const slowLoads = createStore(0)
const count = (by: number) => slowLoads.set(slowLoads.get() + by)

/** Counts a loading script once it takes long enough to be noticed. Returns a function that ends it. */
export function beginWait() {
  let isCounted = false
  const timer = setTimeout(() => {
    isCounted = true
    count(1)
  }, limits.placeholderMs)
  return () => {
    clearTimeout(timer)
    if (isCounted) count(-1)
  }
}

/** The router keeps the old page until the next one's script is there: meanwhile a progress bar is shown. */
export const useIsLoading = () => useStore(slowLoads) > 0
