import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Context } from '../../context.ts'
import { currentRoute } from '../../observability/query-times.ts'
import { refuse } from '../refusals.ts'

/** GET /metrics for Prometheus. Without METRICS_TOKEN nothing is measured and the path is not there. */
export default fp(async function metricsPlugin(app: FastifyInstance, { ctx }: { ctx: Context }) {
  const { metrics } = ctx
  const { metricsToken } = ctx.config

  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!metrics || metricsToken === undefined) throw refuse('not_found')
    const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    if (token === undefined || !isSame(token, metricsToken)) {
      reply.header('www-authenticate', 'Bearer')
      throw refuse(token === undefined ? 'token_missing' : 'token_invalid')
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text())
  })
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

const digest = (text: string) => createHash('sha256').update(text).digest()
/** Takes the same time whatever is wrong with it. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))
