import type { Failure } from '#shared/contract/errors.ts'
import { type FailureCode, failureCodes, failureKind } from '#shared/failure-codes.ts'
import { commonCodes } from '../call-codes.ts'
import type { JsonSchema } from '../json-schema.ts'
import type { Response } from './describe.ts'

const statuses: Record<number, { name: string; description: string }> = {
  400: { name: 'BadRequest', description: 'The request is not valid.' },
  401: { name: 'Unauthorized', description: 'Not signed in, or the token is no longer valid.' },
  403: { name: 'Forbidden', description: 'Not allowed for this user.' },
  404: { name: 'NotFound', description: 'Not found.' },
  405: { name: 'MethodNotAllowed', description: 'Another method is needed.' },
  408: { name: 'RequestTimeout', description: 'The body took too long to arrive.' },
  409: { name: 'Conflict', description: 'Conflicts with existing data.' },
  413: { name: 'ContentTooLarge', description: 'The body is too large.' },
  415: { name: 'UnsupportedMediaType', description: 'Wrong content type.' },
  416: { name: 'RangeNotSatisfiable', description: 'Wrong range.' },
  422: { name: 'Unprocessable', description: 'The request is understood, but takes too much work.' },
  429: { name: 'TooManyRequests', description: 'Too many, or too much at once.' },
  500: { name: 'InternalServerError', description: 'Unexpected error. The log has the `request_id`.' },
  503: { name: 'ServiceUnavailable', description: 'Try again later.' },
  507: { name: 'InsufficientStorage', description: 'The disk is full.' },
}

const requestId = '4f6b1d0e-8a52-4c0f-9a39-0d8f6a1c2b7e'

/** Values for the sentences of the examples. */
const values: { [code in FailureCode]?: unknown } = {
  edit_window_over: 3,
  user_not_deleted: 'Dina Developer',
  file_too_large: 25,
  too_many_attempts: 15,
  too_many_versions: 500,
  unexpected_error: requestId,
}

/** Fields that only some failures have in addition to the sentence. */
const more: { [code in FailureCode]?: Partial<Failure> } = {
  validation_failed: { errors: { date: 'Date is required' } },
  unexpected_error: { request_id: requestId },
}

function exampleOf(code: FailureCode): Failure {
  const message = failureKind(code).message as string | ((value: unknown) => string)
  const { errors, ...rest } = more[code] ?? {}
  const [first] = Object.values(errors ?? {})
  const sentence = first ?? (typeof message === 'string' ? message : message(values[code]))
  return { msg: sentence, error: sentence, code, ...(errors && { errors }), ...rest }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
}

const listed = (codes: readonly FailureCode[]) =>
  codes.map(code => `- \`${code}\`: ${failureKind(code).description}`).join('\n')

const wwwAuthenticate = {
  'WWW-Authenticate': {
    description: 'How to send a token.',
    schema: { type: 'string', examples: ['Bearer'] },
  },
}

/** `challenge`: the header WWW-Authenticate of a 401, if the call sends it. */
function responseWith(
  status: number,
  codes: readonly FailureCode[],
  challenge: string | undefined,
): Response {
  const [first] = codes
  const description = statuses[status]?.description
  if (!first || !description) throw new Error(`${status} has no description: add one to openapi/failures.ts`)
  return {
    description: `${description}\n\n${listed(codes)}`,
    ...([429, 503].includes(status) && { headers: retryAfter }),
    ...(status === 401 && challenge !== undefined && { headers: wwwAuthenticate }),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Failure' }, example: exampleOf(first) },
    },
  }
}

function byStatus(codes: readonly FailureCode[]): [status: number, codes: FailureCode[]][] {
  const groups = Map.groupBy(codes, code => failureKind(code).status)
  return [...groups].sort(([a], [b]) => a - b)
}

/** The failures that many calls have in common, for `components.responses`. */
export const failureResponses: Record<string, Response> = Object.fromEntries(
  byStatus(commonCodes).map(([status, codes]) => [
    statuses[status]?.name ?? status,
    responseWith(status, codes, 'Bearer'),
  ]),
)

/** The `responses` of a call that fails with these codes and sends this `WWW-Authenticate` with 401. */
export function failuresWith(
  codes: readonly FailureCode[],
  challenge: string | undefined,
): Record<string, Response | { $ref: string }> {
  return Object.fromEntries(
    byStatus(codes).map(([status, some]) => [
      status,
      some.every(code => commonCodes.includes(code))
        ? { $ref: `#/components/responses/${statuses[status]?.name}` }
        : responseWith(status, some, challenge),
    ]),
  )
}

/** The schema of the `code` of a failure. */
export const codeSchema: JsonSchema = {
  type: 'string',
  enum: failureCodes,
  description: `What went wrong, for programs. Codes are never renamed; new ones may be added.\n\n${failureCodes
    .map(code => `- \`${code}\` (${failureKind(code).status}): ${failureKind(code).description}`)
    .join('\n')}`,
  examples: ['report_exists'],
}
