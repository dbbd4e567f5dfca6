import type { FailureCode } from '#shared/failure-codes.ts'
import { messages } from '#shared/messages.ts'

/** The one failure that callers of the API see. */
export class ApiError extends Error {
  /** 0 when no response arrived. */
  readonly status: number
  /** The sentence for a person; absent when the answer carried none. */
  readonly msg: string | undefined
  /** What went wrong, to compare with; absent when the answer carried none and its sentence is no specified one. */
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
    this.code = code ?? codeOf(msg ?? error)
  }
}

/** The sentences by which the specification decides. They count where an answer has no code. */
const codesBySentence: Readonly<Record<string, FailureCode>> = {
  [messages.signIn.tokenInvalid]: 'token_invalid',
  [messages.reports.alreadySubmitted]: 'report_exists',
  [messages.reports.projectMissing]: 'project_missing',
  [messages.reports.editSameDay]: 'edit_window_over',
  [messages.signIn.registerAdminOnly]: 'registration_closed',
}
const editWithin = new RegExp(`^${messages.reports.editWithin(2).replace('2', '\\d+')}$`)

const codeOf = (sentence: string | undefined): FailureCode | undefined => {
  if (sentence === undefined) return undefined
  return codesBySentence[sentence] ?? (editWithin.test(sentence) ? 'edit_window_over' : undefined)
}

export const hasCode = (error: unknown, code: FailureCode) => error instanceof ApiError && error.code === code

/** The server's sentence, else the error's own, else the fallback. */
export function failureText(error: unknown, fallback: string) {
  if (error instanceof ApiError && error.msg) return error.msg
  return (error instanceof Error && error.message) || fallback
}
