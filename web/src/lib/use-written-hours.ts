import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * Hours as people write them ("1:30", "90 min") in a number input. `inUnit` is how the field writes minutes; the hours
 * that were read go to `onWritten`.
 */
export function useWrittenHours(inUnit: (minutes: number) => string, onWritten: (hours: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const handleWritten = useEffectEvent(onWritten)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // Loaded after the page, which shows sooner without it. Should it not arrive, plain numbers can still be typed.
    import('./translate-hours.ts').then(
      ({ translateHours }) => {
        if (input.current) translateHours(input.current, { inUnit, onChange: handleWritten, signal })
      },
      () => {},
    )
    return () => listening.abort()
  }, [inUnit])

  return input
}
