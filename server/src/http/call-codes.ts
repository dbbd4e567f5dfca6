import type { FastifyContextConfig, RouteOptions } from 'fastify'
import type { FailureCode } from '#shared/failure-codes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Codes with which the call can fail, besides those of all such calls. Tests compare responses with them. */
    codes?: readonly FailureCode[]
  }
}

export type Call = Pick<RouteOptions, 'schema' | 'config'> & { method: string }

/** Every call can fail with these. */
const always = [
  'bad_request',
  // Refuses a query parameter that was given twice.
  'validation_failed',
  'unexpected_error',
  'overloaded',
  'shutting_down',
  'database_unavailable',
] as const satisfies FailureCode[]
// A wrong access token counts as a failed sign-in.
const withToken = [
  'token_missing',
  'token_invalid',
  'too_many_attempts',
  'too_many_calls',
] as const satisfies FailureCode[]
const withBody = [
  'invalid_json',
  'request_timeout',
  'body_too_large',
  'content_type_unsupported',
] as const satisfies FailureCode[]
const withUpload = [
  'invalid_json',
  'request_timeout',
  'body_too_large',
  'multipart_required',
  'file_too_large',
  'file_store_unavailable',
] as const satisfies FailureCode[]

/** Codes that follow from the declaration of a call. All other codes are named in its declaration. */
export const commonCodes: readonly FailureCode[] = [
  ...always,
  ...withToken,
  ...withBody,
  'forbidden',
  'token_read_only',
  'sign_in_needed',
  'second_step_required',
  'not_found',
  'disk_full',
]

/** The codes with which a call refuses a valid access token. */
function tokenCodes(method: string, config: FastifyContextConfig): FailureCode[] {
  if (config.needsSignIn) return ['sign_in_needed']
  return [
    ...(config.needsSignInTo ? (['sign_in_needed'] as const) : []),
    ...(method === 'GET' || config.readTokens ? [] : (['token_read_only'] as const)),
  ]
}

/** All codes with which the call can fail. */
export function callCodes({ method, schema = {}, config = {} }: Call): FailureCode[] {
  const { access = 'signedIn', beforeSecondStep, codes = [], isUpload } = config
  return [
    ...new Set<FailureCode>([
      ...always,
      ...(access === 'public' ? [] : withToken),
      ...(access === 'public' ? [] : tokenCodes(method, config)),
      ...(access === 'public' || beforeSecondStep ? [] : (['second_step_required'] as const)),
      ...(access === 'public' || access === 'signedIn' ? [] : (['forbidden'] as const)),
      ...(schema.params ? (['not_found'] as const) : []),
      ...(method === 'GET' ? [] : isUpload ? withUpload : withBody),
      ...(method === 'GET' ? [] : (['disk_full'] as const)),
      ...codes,
    ]),
  ]
}
