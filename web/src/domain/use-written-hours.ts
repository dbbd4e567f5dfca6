import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { translateHours } from './translate-hours.ts'

/**
 * Hours as people write them ("1:30", "90 min") in a number input. `inUnit` is how the field writes minutes; the hours
 * that were read go to `onWritten`.
 */
export function useWrittenHours(inUnit: (minutes: number) => string, onWritten: (hours: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const handleWritten = useEffectEvent(onWritten)

  // Before the first key can come: a row that is added takes the next one.
  useLayoutEffect(() => {
    const listening = new AbortController()
    if (input.current)
      translateHours(input.current, { inUnit, onChange: handleWritten, signal: listening.signal })
    return () => listening.abort()
  }, [inUnit])

  return input
}
