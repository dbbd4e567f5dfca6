import { ApiError } from '../../lib/api-error.ts'
import { isUnreachable } from '../../lib/connection.ts'

/** `ended`: the user ended all of their sign-ins. The others happen without an action of the user. */
export type Reason = 'expired' | 'unreachable' | 'failed' | 'ended'

/** A session that ended other than by Logout: the reason, the page that was open and the user. */
export type SignedOut = { reason: Reason; path: string; userId: number | undefined }

const slot = 'signed-out'

// In sessionStorage, so that the message survives a reload of the login page while the server is unreachable.
export const rememberSignedOut = (content: SignedOut) => sessionStorage.setItem(slot, JSON.stringify(content))
export const forgetSignedOut = () => sessionStorage.removeItem(slot)

export function readSignedOut(): SignedOut | null {
  try {
    return JSON.parse(sessionStorage.getItem(slot) ?? 'null')
  } catch {
    return null
  }
}

/** The reason for a failed authentication check. An unreadable token counts as expired. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError) || error.status === 401) return 'expired'
  return isUnreachable(error.status) ? 'unreachable' : 'failed'
}
