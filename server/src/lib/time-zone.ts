import { realpathSync } from 'node:fs'
import { isTimeZone } from '#shared/zones.ts'

/** The zone that a value of TZ means. Undefined if it can't be understood. `systemZone`: without TZ. */
export function parseTimeZone(value: string, systemZone: () => string): string | undefined {
  // A colon before a name or a path says that it names a file, which is what every name does.
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
