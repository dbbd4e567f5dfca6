import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Logs one line per request, without the query, so that no set-up code and no search gets into the log. */
export default fp(async function requestLogPlugin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.clientAddress,
        user: request.actor?.id,
      },
      'request',
    )
    done()
  })
})
