import { realpathSync } from 'node:fs'
import { isTimeZone, ownTimeZone } from '#shared/zones.ts'

/** The zone that a value of TZ means. Undefined if it can't be understood. */
export function zoneOf(value: string): string | undefined {
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

/** The zone that this process would have without TZ. Finds it also where /etc/localtime is a copy and not a link. */
function systemZone(): string {
  const { TZ } = process.env
  delete process.env.TZ
  try {
    return ownTimeZone()
  } finally {
    if (TZ !== undefined) process.env.TZ = TZ
  }
}
