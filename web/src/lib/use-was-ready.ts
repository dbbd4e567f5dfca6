import { useState } from 'react'

/** Stays true once it was true: a later change must not take a form or a card away from the user again. */
export function useWasReady(isReady: boolean): boolean {
  const [wasReady, setWasReady] = useState(isReady)
  if (isReady && !wasReady) setWasReady(true)
  return isReady || wasReady
}
