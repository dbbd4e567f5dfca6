import { usersMessages } from '#shared/messages/users.ts'
import { serverText } from '../../lib/failures.ts'

/** "Failed to update user." followed by what the server says, or by the advice to try again. */
export function failedBecause(sentence: string, error: unknown): string {
  return `${sentence} ${serverText(error) ?? usersMessages.tryAgain}`
}
