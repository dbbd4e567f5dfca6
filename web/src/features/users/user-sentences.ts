import { messages } from '#shared/messages.ts'
import { serverText } from '../../lib/failures.ts'

/** "Failed to update user." followed by what the server says, or by the advice to try again. */
export function failedBecause(sentence: string, error: unknown): string {
  return `${sentence} ${serverText(error) ?? messages.users.tryAgain}`
}
