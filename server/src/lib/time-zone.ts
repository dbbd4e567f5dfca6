import { realpathSync } from 'node:fs'
import { isTimeZone } from '#shared/zones.ts'

/** The zone of a TZ value; undefined if it is invalid. `systemZone` returns the zone that applies without TZ. */
export function parseTimeZone(value: string, systemZone: () => string): string | undefined {
  // POSIX allows a colon before a name or a path; it changes nothing here.
  const name = value.replace(/^:/, '')
  if (name === '/etc/localtime') return systemZone()
  if (!name.startsWith('/')) return isTimeZone(name) ? name : undefined
  try {
    const [, inFolder = ''] = /\/zoneinfo\/(?:posix\/|right\/)?(.+)$/.exec(realpathSync(name)) ?? []
    return isTimeZone(inFolder) ? inFolder : undefined
  } catch {
    return undefined
  }
}
