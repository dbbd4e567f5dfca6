import { messages } from '#shared/messages.ts'

/** A "no" that the caller can understand. Services throw it; plugins/errors.ts turns it into the answer. */
export class Refusal extends Error {
  readonly status: number
  readonly errors: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    status: number,
    sentence: string,
    more: { errors?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(sentence)
    this.status = status
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const refuse = {
  /** With the sentences by field; the first of them speaks for all. */
  invalid: (errors: Record<string, string>) =>
    Object.keys(errors).length > 0
      ? new Refusal(400, Object.values(errors)[0] ?? messages.general.invalidInput, { errors })
      : new Refusal(400, messages.general.invalidInput),
  badRequest: (sentence: string) => new Refusal(400, sentence),
  notSignedIn: (sentence: string) => new Refusal(401, sentence),
  forbidden: (sentence: string = messages.auth.notAllowed) => new Refusal(403, sentence),
  notFound: (sentence: string = messages.general.notFound) => new Refusal(404, sentence),
  tooSlow: () => new Refusal(408, messages.general.bodyTooSlow),
  conflict: (sentence: string) => new Refusal(409, sentence),
  tooMany: (sentence: string, retryAfterSeconds: number) => new Refusal(429, sentence, { retryAfterSeconds }),
  unavailable: (sentence: string, retryAfterSeconds: number) =>
    new Refusal(503, sentence, { retryAfterSeconds }),
}
