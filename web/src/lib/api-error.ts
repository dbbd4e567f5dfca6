import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'

/** The one failure that callers of the API see. */
export class ApiError extends Error {
  /** 0 when no response arrived. */
  readonly status: number
  /** The sentence for a person; absent when the answer carried none. */
  readonly msg: string | undefined
  /** What went wrong, to compare with; absent when the answer carried none. */
  readonly code: FailureCode | undefined
  /** Sentences by field. */
  readonly errors: Record<string, string>
  /** The sentence as the task screens read it, from the answer's field of this name. */
  readonly error: string | undefined
  /** No answer within the time limit: asking again would double the wait. */
  isTimeout = false

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
    this.code = code
  }
}

export const hasCode = (error: unknown, code: FailureCode) => error instanceof ApiError && error.code === code

/** The server's sentence, else the error's own, else the fallback. */
export function failureText(error: unknown, fallback: string) {
  if (error instanceof ApiError && error.msg) return error.msg
  return (error instanceof Error && error.message) || fallback
}
