import type { Failure } from '#shared/contract/errors.ts'
import { type FailureCode, type FailureValues, failureKind, failureMessage } from '#shared/failure-codes.ts'

/** An expected failure that the client can understand. Services throw it; plugins/errors.ts turns it into the response. */
export class Refusal extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly errors: Record<string, string> | undefined
  retryAfterSeconds: number | undefined
  /** Further fields of the response's body. */
  more: Pick<Failure, 'challenge' | 'methods' | 'tries_left'> | undefined

  constructor(code: FailureCode, sentence: string, errors?: Record<string, string>) {
    super(sentence)
    const { status, retryAfterSeconds } = failureKind(code)
    this.code = code
    this.status = status
    this.errors = errors
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Sets the Retry-After header. */
  after(seconds: number): this {
    this.retryAfterSeconds = seconds
    return this
  }

  with(more: Refusal['more']): this {
    this.more = more
    return this
  }
}

/** The code decides status and sentence (shared/src/failure-codes.ts); `values` fill in the sentence. */
export function refuse<Code extends FailureCode>(code: Code, ...values: FailureValues<Code>): Refusal {
  return new Refusal(code, failureMessage(code, ...values))
}

/** Refuses with sentences by field. The first sentence is also the message of the response. */
export function refuseInput(
  errors: Record<string, string>,
  code: FailureCode = 'validation_failed',
): Refusal {
  const [first] = Object.values(errors)
  return first === undefined ? refuse('validation_failed') : new Refusal(code, first, errors)
}
