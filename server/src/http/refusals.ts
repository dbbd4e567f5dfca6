import { type FailureCode, type FailureValues, failureKind, failureSentence } from '#shared/failure-codes.ts'

/** A "no" that the caller can understand. Services throw it; plugins/errors.ts turns it into the answer. */
export class Refusal extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly errors: Record<string, string> | undefined
  retryAfterSeconds: number | undefined

  constructor(code: FailureCode, sentence: string, errors?: Record<string, string>) {
    super(sentence)
    const { status, retryAfterSeconds } = failureKind(code)
    this.code = code
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Says when to try again. */
  after(seconds: number): this {
    this.retryAfterSeconds = seconds
    return this
  }
}

/** Status and sentence are those of the code, in shared/src/failure-codes.ts; `values` are what the sentence names. */
export function refuse<Code extends FailureCode>(code: Code, ...values: FailureValues<Code>): Refusal {
  return new Refusal(code, failureSentence(code, ...values))
}

/** With the sentences by field; the first of them speaks for all, and so does the code, if it is not the usual one. */
export function refuseInput(
  errors: Record<string, string>,
  code: FailureCode = 'validation_failed',
): Refusal {
  const [first] = Object.values(errors)
  return first === undefined ? refuse('validation_failed') : new Refusal(code, first, errors)
}
