import { ApiError } from './api-error.ts'

/** What the server itself said; when nothing of it arrived, undefined. */
export function serverText(error: unknown): string | undefined {
  return error instanceof ApiError && error.status !== 0 ? error.msg : undefined
}

/** The same from the field `error`, which the task screens read and registering falls back to. */
export function serverError(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined
}

/**
 * An older server answers so to a call that it doesn't have, when a page is newer than its server. What the call would
 * have added stays away, without a word.
 */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404

/** Another user's thing is shown as missing, so that its existence is not revealed. */
export const isMissing = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)
