import { useSyncExternalStore } from 'react'
import { limits } from '#shared/limits.ts'

const listeners = new Set<() => void>()
let waits = 0

function change(by: number) {
  waits += by
  for (const tell of listeners) tell()
}

/** Counts a loading script once it takes long enough to be noticed. Returns a function that ends it. */
export function beginWait() {
  let isCounted = false
  const timer = setTimeout(() => {
    isCounted = true
    change(1)
  }, limits.placeholderMs)
  return () => {
    clearTimeout(timer)
    if (isCounted) change(-1)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The router keeps the old page until the next one's script is there: meanwhile a progress bar is shown. */
export const useIsLoading = () => useSyncExternalStore(subscribe, () => waits > 0)
