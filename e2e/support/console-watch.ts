import type { BrowserContext } from '@playwright/test'

/** What the app, and the browser on its own, write to the console on purpose. */
export const documented = [
  // Every call without a stored token says so.
  /^No token found in local storage$/,
  // On any 401 the answer's data is logged; Chromium adds a line of its own.
  /^401 Unauthorized /,
  /^Failed to load resource: the server responded with a status of 401 \(Unauthorized\)$/,
  // Where playwright.config.ts does not let it.
  /^Service Worker registration blocked by Playwright$/,
]

export type ConsoleWatch = {
  /** Announces a message that belongs to this test. */
  allow(...patterns: RegExp[]): void
  /** The same for what is said while this is done. */
  during(patterns: readonly RegExp[], work: () => Promise<void>): Promise<void>
  /** What was neither documented nor announced. */
  unexpected(): string[]
  /** The same with everything else that was said: logs, hints, remarks of the browser's own. */
  anything(): string[]
}

/** Listens to all pages of a context: warnings, errors and uncaught exceptions. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  const allowed = [...documented]
  const seen: { text: string; isTrouble: boolean }[] = []
  context.on('console', message => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning'
    seen.push({ text: message.text(), isTrouble })
  })
  context.on('weberror', webError => seen.push({ text: `Uncaught ${webError.error()}`, isTrouble: true }))
  const left = () => seen.filter(({ text }) => !allowed.some(pattern => pattern.test(text)))
  return {
    allow: (...patterns) => allowed.push(...patterns),
    async during(patterns, work) {
      const from = seen.length
      await work()
      const others = seen.splice(from).filter(({ text }) => !patterns.some(pattern => pattern.test(text)))
      seen.push(...others)
    },
    unexpected: () =>
      left()
        .filter(({ isTrouble }) => isTrouble)
        .map(({ text }) => text),
    anything: () => left().map(({ text }) => text),
  }
}
