import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { holdBack } from './hold-back.ts'

type Translate = typeof import('./translate-hours.ts').translateHours
let loaded: Translate | undefined

/**
 * Hours as people write them ("1:30", "90 min") in a number input. `inUnit` is how the field writes minutes; the hours
 * that were read go to `onWritten`.
 */
export function useWrittenHours(inUnit: (minutes: number) => string, onWritten: (hours: string) => void) {
  const input = useRef<HTMLInputElement>(null)
  const handleWritten = useEffectEvent(onWritten)

  // Before the first key can come.
  useLayoutEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const element = input.current
    if (!element) return
    const listen = (translate: Translate, held?: string | null) => {
      loaded = translate
      translate(element, { inUnit, onChange: handleWritten, held, signal })
    }
    // At once for the next field: a row that is added takes the next key.
    if (loaded) listen(loaded)
    else {
      const release = holdBack(element)
      // Loaded after the page, which shows sooner without it. Should it not arrive, plain numbers can still be typed; what
      // was held back leaves an empty field, which the user sees, and not its first digits.
      import('./translate-hours.ts').then(
        ({ translateHours }) => listen(translateHours, release()),
        () => release() !== null && handleWritten(''),
      )
    }
    return () => listening.abort()
  }, [inUnit])

  return input
}
