import { failure, type OpenApi, type Operation } from './describe.ts'

// Not under /api, for whoever watches over the process and not for people: they have no permission and no schema.

const statusReply = {
  description: 'Done',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { status: { const: 'ok' } },
        required: ['status'],
        additionalProperties: false,
      },
    },
  },
}

const call = (operation: Pick<Operation, 'summary' | 'description' | 'responses' | 'security'>) => ({
  get: { tags: ['server'], 'x-access': 'public' as const, ...operation },
})
const failures = (...codes: number[]) => Object.fromEntries(codes.map(failure))

export const serverCalls: OpenApi['paths'] = {
  '/healthz': call({
    summary: 'Is it alive',
    description: 'Open to everybody. 200 once the database answers, also when the server is busy.',
    responses: { 200: statusReply, ...failures(500, 503) },
    security: [],
  }),
  '/readyz': call({
    summary: 'Should it get requests',
    description: 'Open to everybody. Also 503 while the server is too busy or shutting down.',
    responses: { 200: statusReply, ...failures(500, 503) },
    security: [],
  }),
  '/metrics': call({
    summary: 'Figures for Prometheus',
    description: 'For whoever has the METRICS_TOKEN. Not there where the server has none.',
    responses: {
      200: { description: 'The content', content: { 'text/plain': { schema: {} } } },
      ...failures(401, 404, 500, 503),
    },
    security: [{ metricsToken: [] }],
  }),
}
