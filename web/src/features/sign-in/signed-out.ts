import { ApiError } from '../../lib/api-error.ts'
import { isAway } from '../../lib/connection.ts'

export type Reason = 'expired' | 'unreachable' | 'failed'

/** Why a session ended that its user did not end, which page was open then, and whose it was. */
export type SignedOut = { reason: Reason; path: string; userId: number | undefined }

const slot = 'signed-out'

// In the tab's own storage: while the server is away, people reload the login page too.
export const rememberSignedOut = (content: SignedOut) => sessionStorage.setItem(slot, JSON.stringify(content))
export const forgetSignedOut = () => sessionStorage.removeItem(slot)

export function readSignedOut(): SignedOut | null {
  try {
    return JSON.parse(sessionStorage.getItem(slot) ?? 'null')
  } catch {
    return null
  }
}

/** What a failed authentication check means for its user. A token that can't be read is as good as expired. */
export function reasonOf(error: unknown): Reason {
  if (!(error instanceof ApiError) || error.status === 401) return 'expired'
  return isAway(error.status) ? 'unreachable' : 'failed'
}
