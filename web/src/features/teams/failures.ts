import { messages } from '#shared/messages.ts'
import { ApiError, hasCode, serverText } from '../../lib/api-error.ts'
import { PartlyAdded } from './api.ts'

/** Why a change of a team failed, as a sentence that says what to do. */
export function teamFailure(error: unknown, fallback: string): string {
  if (error instanceof PartlyAdded) {
    return messages.teams.partlyAdded(error.count, asSentence(teamFailure(error.cause, fallback)))
  }
  if (hasCode(error, 'team_not_found')) return messages.teams.goneMeanwhile
  if (hasCode(error, 'user_not_found') || hasCode(error, 'team_person_missing'))
    return messages.teams.accountGone
  return serverText(error) ?? fallback
}

const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)

/** A conflict is always about the name, so its message is shown under that field. */
export function rethrowNameConflict(error: unknown): never {
  if (hasCode(error, 'team_exists') && error instanceof ApiError && error.msg)
    throw new ApiError(error.status, error.msg, { name: error.msg }, error.error, error.code)
  throw error
}
