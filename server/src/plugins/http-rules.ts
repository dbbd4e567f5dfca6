import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { messages } from '#shared/messages.ts'
import { refuse } from '../refusals.ts'

/** Rules of HTTP that Node would enforce by itself, with bare answers: here they get our envelope and headers. */
export default fp(async function httpRulesPlugin(app: FastifyInstance) {
  app.addHook('onRequest', async request => {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw refuse.badRequest(messages.general.badRequest)
  })
  // Whatever else a client expects, it gets what the route says.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
})
