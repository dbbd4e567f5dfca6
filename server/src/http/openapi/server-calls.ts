import type { FailureCode } from '#shared/failure-codes.ts'
import { callCodes } from '../call-codes.ts'
import type { OpenApi, Operation, Response } from './describe.ts'
import { failuresWith } from './failures.ts'

// Outside /api, for monitoring: no permission and no schema of the contract.

const statusReply: Response = {
  description: 'OK.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { status: { type: 'string', const: 'ok' } },
        required: ['status'],
        additionalProperties: false,
      },
      example: { status: 'ok' },
    },
  },
}

type Monitored = Pick<Operation, 'operationId' | 'summary' | 'description' | 'responses' | 'security'>
function call({ responses, ...operation }: Monitored, ...own: FailureCode[]) {
  const codes = callCodes({ method: 'GET', config: { access: 'public', codes: own } })
  const get = {
    tags: ['Server'],
    'x-access': 'public' as const,
    'x-codes': codes,
    ...operation,
    responses: { ...responses, ...failuresWith(codes) },
  }
  return { get }
}

export const serverCalls: OpenApi['paths'] = {
  '/healthz': call({
    operationId: 'checkHealth',
    summary: 'Health check',
    description: '200 once the database answers, also while the server is busy.\n\nNo sign-in needed.',
    responses: { 200: statusReply },
    security: [],
  }),
  '/readyz': call(
    {
      operationId: 'checkReadiness',
      summary: 'Readiness check',
      description:
        '503 while the server is too busy, shutting down, without its database, unable to read or write a part of it, or out of disk space.\n\nNo sign-in needed.',
      responses: { 200: statusReply },
      security: [],
    },
    'database_faulty',
    'no_disk_space',
  ),
  '/metrics': call(
    {
      operationId: 'getMetrics',
      summary: 'Prometheus metrics',
      description: 'Needs the `METRICS_TOKEN` as a bearer token. Not found if the server has none.',
      responses: {
        200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
      security: [{ metricsToken: [] }],
    },
    'token_missing',
    'token_invalid',
    'not_found',
  ),
}
