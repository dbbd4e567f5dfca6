import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Context } from '../../context.ts'
import { currentRoute } from '../../observability/query-times.ts'

/** Measures requests for `GET /metrics` (server.routes.ts). Without METRICS_TOKEN nothing is measured. */
export default fp(async function metricsPlugin(app: FastifyInstance, { ctx }: { ctx: Context }) {
  const { metrics } = ctx
  if (!metrics) return

  // Twice, because what follows the arrival of a body runs in the socket's context and no longer in the request's.
  const remember = (request: FastifyRequest, _reply: unknown, done: () => void) =>
    currentRoute.run(routeOf(request), done)
  app.addHook('onRequest', (request, reply, done) => {
    metrics.requestBegan()
    // Also when the client goes away before its answer.
    reply.raw.once('close', metrics.requestEnded)
    remember(request, reply, done)
  })
  app.addHook('preValidation', remember)
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: routeOf(request), status: String(reply.statusCode) }
    metrics.requestAnswered(labels, reply.elapsedTime / 1000)
  })
  app.addHook('onClose', async () => metrics.stop())
})

/** The template and never the path: an id or a search in it would make a series of its own. */
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'none'
