import { messages } from '#shared/messages.ts'
import { waitingDays } from './waiting-days.ts'

/** The session is over, and something of its user is not sent yet. How much, but not what: others read the login page too. */
export function WaitingForLogin({ userId }: { userId: number }) {
  const count = waitingDays(userId).length
  return count > 0 && <p role="status">{messages.offline.waitsForLogin(count)}</p>
}
