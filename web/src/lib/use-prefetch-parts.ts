import { useEffect } from 'react'
import { whenIdle } from './when-idle.ts'

type Part = { load: () => Promise<unknown> }

/**
 * Loads the parts that a screen needs to act (its dialogs, its panels) as soon as the browser is idle, so that they open
 * offline too. The list is a constant of its module.
 */
export function usePrefetchParts(parts: readonly Part[]) {
  useEffect(
    () =>
      whenIdle(() => {
        // Browsers remember a file that could not be loaded until the next reload.
        if (!navigator.onLine) return
        // A failure is shown when the part is opened.
        for (const { load } of parts) load().catch(() => {})
      }),
    [parts],
  )
}
