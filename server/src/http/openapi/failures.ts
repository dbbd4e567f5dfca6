import type { Failure } from '#shared/contract/errors.ts'
import { messages } from '#shared/messages.ts'

type Kind = { name: string; description: string; sentence: string; more?: Partial<Failure>; retries?: true }

const requestId = '4f6b1d0e-8a52-4c0f-9a39-0d8f6a1c2b7e'

const kinds: Record<number, Kind> = {
  400: {
    name: 'BadRequest',
    description: 'The request is not valid. `errors` has a sentence for each field.',
    sentence: messages.report.dateRequired,
    more: { errors: { date: messages.report.dateRequired } },
  },
  401: {
    name: 'Unauthorized',
    description: 'Not signed in, or the token is no longer valid.',
    sentence: messages.auth.tokenInvalid,
  },
  403: { name: 'Forbidden', description: 'Not allowed for this user.', sentence: messages.auth.notAllowed },
  404: { name: 'NotFound', description: 'Not found.', sentence: messages.general.notFound },
  408: {
    name: 'RequestTimeout',
    description: 'The body took too long to arrive.',
    sentence: messages.general.bodyTooSlow,
  },
  409: {
    name: 'Conflict',
    description: 'Conflicts with existing data.',
    sentence: messages.report.alreadySubmitted,
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body is too large.',
    sentence: messages.general.bodyTooLarge,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Wrong content type.',
    sentence: messages.general.wrongContentType,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many attempts.',
    sentence: messages.auth.tooManyAttempts(15),
    retries: true,
  },
  500: {
    name: 'InternalServerError',
    description: 'Unexpected error. The log has the `request_id`.',
    sentence: messages.general.unexpected(requestId),
    more: { request_id: requestId },
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'Busy, shutting down, or the database cannot be reached.',
    sentence: messages.general.overloaded,
    retries: true,
  },
  507: {
    name: 'InsufficientStorage',
    description: 'The disk is full.',
    sentence: messages.general.diskFull,
  },
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
}

/** components.responses: what every call answers with that code. */
export const failureResponses = Object.fromEntries(
  Object.values(kinds).map(({ name, description, sentence, more, retries }) => [
    name,
    {
      description,
      ...(retries && { headers: retryAfter }),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Failure' },
          example: { msg: sentence, error: sentence, ...more } satisfies Failure,
        },
      },
    },
  ]),
)

/** The `responses` of a call that fails with these codes. */
export function failures(codes: Iterable<number>): Record<string, { $ref: string }> {
  return Object.fromEntries(
    [...new Set(codes)].sort().map(code => {
      const kind = kinds[code]
      if (!kind) throw new Error(`${code} has no description: add one to openapi/failures.ts`)
      return [code, { $ref: `#/components/responses/${kind.name}` }]
    }),
  )
}
