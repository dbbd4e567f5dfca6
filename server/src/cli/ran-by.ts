import { hostname, userInfo } from 'node:os'
import type { RanBy } from '../events/event.ts'

/** Who runs this command, and where: for the record, because no user of the app is signed in. */
export const ranBy = (): RanBy => ({ osUser: osUserName(), host: hostname() })

function osUserName(): string {
  try {
    return userInfo().username
  } catch {
    // In a container, the id of the process often has no name.
    return `uid ${process.getuid?.()}`
  }
}
