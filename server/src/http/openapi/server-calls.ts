import type { OpenApi, Operation, Response } from './describe.ts'
import { failures } from './failures.ts'

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
const call = (operation: Monitored) => ({
  get: { tags: ['Server'], 'x-access': 'public' as const, ...operation },
})

export const serverCalls: OpenApi['paths'] = {
  '/healthz': call({
    operationId: 'checkHealth',
    summary: 'Health check',
    description: '200 once the database answers, also while the server is busy.\n\nNo sign-in needed.',
    responses: { 200: statusReply, ...failures([400, 500, 503]) },
    security: [],
  }),
  '/readyz': call({
    operationId: 'checkReadiness',
    summary: 'Readiness check',
    description:
      '503 while the server is too busy, shutting down, without its database, unable to read or write a part of it, or out of disk space.\n\nNo sign-in needed.',
    responses: { 200: statusReply, ...failures([400, 500, 503]) },
    security: [],
  }),
  '/metrics': call({
    operationId: 'getMetrics',
    summary: 'Prometheus metrics',
    description: 'Needs the `METRICS_TOKEN` as a bearer token. Not found if the server has none.',
    responses: {
      200: { description: 'The metrics.', content: { 'text/plain': { schema: { type: 'string' } } } },
      ...failures([400, 401, 404, 500, 503]),
    },
    security: [{ metricsToken: [] }],
  }),
}
