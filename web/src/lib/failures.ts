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
 * The page is newer than its server, which doesn't have this route yet. The page then leaves out what the call would have
 * loaded, and shows no error.
 */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404

/** Another user's thing is shown as missing, so that its existence is not revealed. */
export const isMissing = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)
