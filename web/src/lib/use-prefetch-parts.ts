import { useEffect } from 'react'

type Part = { load: () => Promise<unknown> }

/** At the latest: a busy page is never idle, and some browsers don't say when they are. */
const idleMs = 2000

/**
 * Loads the parts that a screen needs to act (its dialogs, its panels) as soon as the browser is idle, so that they open
 * offline too. The list is a constant of its module.
 */
export function usePrefetchParts(parts: readonly Part[]) {
  useEffect(() => {
    function loadAll() {
      // Browsers remember a file that could not be loaded until the next reload.
      if (!navigator.onLine) return
      // A failure is shown when the part is opened.
      for (const { load } of parts) load().catch(() => {})
    }
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(loadAll, idleMs)
      return () => clearTimeout(timer)
    }
    const id = requestIdleCallback(loadAll, { timeout: idleMs })
    return () => cancelIdleCallback(id)
  }, [parts])
}
