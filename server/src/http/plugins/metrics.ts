import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Context } from '../../context.ts'
import { currentRoute } from '../../observability/query-times.ts'

/** Measures requests for `GET /metrics` (server.routes.ts). Without METRICS_TOKEN nothing is measured. */
export default fp(async function metricsPlugin(app: FastifyInstance, { ctx }: { ctx: Context }) {
  const { metrics } = ctx
  if (!metrics) return

  metrics.watchRequests(app.requestsInProgress)

  // Set twice, because after a body has arrived, hooks run in the async context of the socket instead of the request.
  const remember = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    currentRoute.run(routeOf(request), done)
  app.addHook('onRequest', remember)
  app.addHook('preValidation', remember)
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) }
    metrics.requestAnswered(labels, reply.elapsedTime / 1000)
  })
  app.addHook('onClose', async () => metrics.stop())
})

/** The route template instead of the path: each id or search in a path would create its own time series. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'
