import { useEffect, useState } from 'react'
import { limits } from '#shared/limits.ts'

/** A wait shorter than this is not worth a placeholder; its space is kept all the same. */
export const unnoticedMs = 150

/**
 * Whether the placeholder's place is taken: as long as there is something to wait for, and, once it could be
 * seen, long enough not to flash.
 */
export function usePlaceholder(isWaiting: boolean): boolean {
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsHeld(true), unnoticedMs)
    return () => clearTimeout(timer)
  }, [isWaiting])

  useEffect(() => {
    if (!isHeld) return
    const timer = setTimeout(() => setIsHeld(false), limits.placeholderMs)
    return () => clearTimeout(timer)
  }, [isHeld])

  return isWaiting || isHeld
}
