import { useEffect, useLayoutEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** A wait shorter than this is not worth a placeholder; its space is kept all the same. */
export const unnoticedMs = 150

/**
 * Whether the placeholder's place is taken: as long as there is something to wait for, and, once it could be
 * seen, long enough not to flash.
 */
export function usePlaceholder(isWaiting: boolean): boolean {
  const [isHeld, setIsHeld] = useState(false)

  // A layout effect ends the timer in the commit that shows the content. A passive one ends it a moment later: a timer that
  // came first would take the content away again, with the click or the words that were on their way to it.
  useLayoutEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsHeld(true), unnoticedMs)
    return () => clearTimeout(timer)
  }, [isWaiting])

  // The same for a timer that came while React was rendering the content: this update follows that of the timer.
  useLayoutEffect(() => {
    if (!isWaiting && !isHeld) setIsHeld(false)
  }, [isWaiting, isHeld])

  useEffect(() => {
    if (!isHeld) return
    const timer = setTimeout(() => setIsHeld(false), limits.placeholderMs)
    return () => clearTimeout(timer)
  }, [isHeld])

  return isWaiting || isHeld
}
