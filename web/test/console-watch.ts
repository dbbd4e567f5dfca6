import { vi } from 'vitest'

/** What the app writes to the console on purpose. */
const documented = [/^No token found in local storage$/, /^401 Unauthorized /]

let allowed: RegExp[] = []

/** Allows messages that this test expects. */
export function allowConsole(...patterns: RegExp[]) {
  allowed.push(...patterns)
}

/** Collects warnings and errors, and returns those that the test did not allow. */
export function startConsoleWatch() {
  allowed = [...documented]
  const messages: string[] = []
  const record = (...values: unknown[]) => {
    messages.push(values.map(value => (value instanceof Error ? value.message : String(value))).join(' '))
  }
  vi.spyOn(console, 'warn').mockImplementation(record)
  vi.spyOn(console, 'error').mockImplementation(record)
  return () => messages.filter(text => !allowed.some(pattern => pattern.test(text)))
}
