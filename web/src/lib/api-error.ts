import type { SecondStepMethod } from '#shared/contract/second-step.ts'
import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'

export type Challenge = { challenge: string; methods: readonly SecondStepMethod[] }

/** Every failed call of the API rejects with this error. */
export class ApiError extends Error {
  /** 0 when no response arrived. */
  readonly status: number
  /** The message for the user; absent when the response has none. */
  readonly msg: string | undefined
  /** The failure code; absent when the response has none and its message is not a specified one. */
  readonly code: FailureCode | undefined
  /** Messages by field. */
  readonly errors: Record<string, string>
  /** The response's field `error`, which the task screens show. */
  readonly error: string | undefined
  /** True if there was no response within the time limit. Such a call isn't retried, which would double the wait. */
  isTimeout = false
  /** The challenge that a second step answers, if the sign-in needs one. */
  challenge: Challenge | undefined
  /** How many wrong answers to a second step are left. */
  triesLeft: number | undefined

  constructor(
    status: number,
    msg?: string,
    errors: Record<string, string> = {},
    error?: string,
    code?: FailureCode,
  ) {
    super(msg ?? messages.general.answeredWith(status))
    this.name = 'ApiError'
    this.status = status
    this.msg = msg
    this.errors = errors
    this.error = error
    this.code = code ?? findCode(msg ?? error)
  }
}

/** Specified messages, for responses without a code. */
const codesByMessage: Readonly<Record<string, FailureCode>> = {
  [messages.signIn.tokenInvalid]: 'token_invalid',
  [messages.reports.alreadySubmitted]: 'report_exists',
  [messages.reports.projectMissing]: 'project_missing',
  [messages.reports.editSameDay]: 'edit_window_over',
  [messages.signIn.registerAdminOnly]: 'registration_closed',
}
const editWithin = new RegExp(`^${messages.reports.editWithin(2).replace('2', '\\d+')}$`)

const findCode = (sentence: string | undefined): FailureCode | undefined => {
  if (sentence === undefined) return undefined
  return codesByMessage[sentence] ?? (editWithin.test(sentence) ? 'edit_window_over' : undefined)
}

export const hasCode = (error: unknown, code: FailureCode) => error instanceof ApiError && error.code === code

/** The server's message, else the error's own, else the fallback. */
export function failureText(error: unknown, fallback: string) {
  if (error instanceof ApiError && error.msg) return error.msg
  return (error instanceof Error && error.message) || fallback
}

/** The server's message; undefined when no response arrived. */
export function serverText(error: unknown): string | undefined {
  return error instanceof ApiError && error.status !== 0 ? error.msg : undefined
}

/** The response's field `error`, which the task screens and registration use. */
export function serverError(error: unknown): string | undefined {
  return error instanceof ApiError ? error.error : undefined
}

/**
 * The page is newer than its server, which doesn't have this route yet. The page then leaves out what the call would have
 * loaded, and shows no error.
 */
export const isAbsent = (error: unknown) => error instanceof ApiError && error.status === 404

/** A team of the call was deleted, or the user no longer sees it. */
export const isUnknownTeam = (error: unknown) =>
  error instanceof ApiError && error.errors.teamId === messages.teams.unknown

/** Records of other users are shown as missing, so that their existence is not revealed. */
export const isMissing = (error: unknown) => error instanceof ApiError && [403, 404].includes(error.status)
