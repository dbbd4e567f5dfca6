import { useEffect, useEffectEvent, useRef } from 'react'

type Translate = typeof import('./translate-hours.ts').translateHours
let loaded: Translate | undefined

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
    const listen = (translate: Translate) => {
      loaded = translate
      if (input.current) translate(input.current, { inUnit, onChange: handleWritten, signal })
    }
    // At once for the next field: a row that is added takes the next key.
    if (loaded) listen(loaded)
    // Loaded after the page, which shows sooner without it. Should it not arrive, plain numbers can still be typed.
    else
      import('./translate-hours.ts').then(
        ({ translateHours }) => listen(translateHours),
        () => {},
      )
    return () => listening.abort()
  }, [inUnit])

  return input
}
