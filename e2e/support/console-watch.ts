import type { BrowserContext } from '@playwright/test'

/** Messages that the app and the browser log on purpose. */
export const documented = [
  // The app logs every call without a stored token.
  /^No token found in local storage$/,
  // The app logs the body of every 401, and Chromium adds its own line.
  /^401 Unauthorized /,
  /^Failed to load resource: the server responded with a status of 401 \(Unauthorized\)$/,
  // playwright.config.ts blocks service workers in most tests.
  /^Service Worker registration blocked by Playwright$/,
]

export type ConsoleWatch = {
  /** Allows messages in this test. */
  allow(...patterns: RegExp[]): void
  /** Allows messages during this work. */
  during(patterns: readonly RegExp[], work: () => Promise<void>): Promise<void>
  /** Warnings and errors that are neither documented nor allowed. */
  unexpected(): string[]
  /** All messages that are neither documented nor allowed, including logs and hints of the browser. */
  anything(): string[]
}

/** Collects console messages and uncaught exceptions of all pages of a context. */
export function watchConsole(context: BrowserContext): ConsoleWatch {
  const allowed = [...documented]
  const logged: { text: string; isTrouble: boolean }[] = []
  context.on('console', message => {
    const isTrouble = message.type() === 'error' || message.type() === 'warning'
    logged.push({ text: message.text(), isTrouble })
  })
  context.on('weberror', webError => logged.push({ text: `Uncaught ${webError.error()}`, isTrouble: true }))
  const left = () => logged.filter(({ text }) => !allowed.some(pattern => pattern.test(text)))
  return {
    allow: (...patterns) => allowed.push(...patterns),
    async during(patterns, work) {
      const from = logged.length
      await work()
      const others = logged.splice(from).filter(({ text }) => !patterns.some(pattern => pattern.test(text)))
      logged.push(...others)
    },
    unexpected: () =>
      left()
        .filter(({ isTrouble }) => isTrouble)
        .map(({ text }) => text),
    anything: () => left().map(({ text }) => text),
  }
}
