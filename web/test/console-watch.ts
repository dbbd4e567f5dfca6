import { vi } from 'vitest'

/** What the app writes to the console on purpose. */
const documented = [/^No token found in local storage$/, /^401 Unauthorized /]

let allowed: RegExp[] = []

/** Announces what belongs to this test. */
export function allowConsole(...patterns: RegExp[]) {
  allowed.push(...patterns)
}

/** Collects warnings and errors, and returns those that the test did not allow. */
export function startConsoleWatch() {
  allowed = [...documented]
  const seen: string[] = []
  const keep = (...values: unknown[]) => {
    seen.push(values.map(value => (value instanceof Error ? value.message : String(value))).join(' '))
  }
  vi.spyOn(console, 'warn').mockImplementation(keep)
  vi.spyOn(console, 'error').mockImplementation(keep)
  return () => seen.filter(text => !allowed.some(pattern => pattern.test(text)))
}
