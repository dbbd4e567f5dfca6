import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

/** Node would enforce these rules of HTTP with empty responses; here they get the usual body and headers. */
export default fp(async function httpRulesPlugin(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnonymous = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    done(isAnonymous ? refuse('bad_request') : undefined)
  })
  // Other expectations of a client are ignored: the route handles the request.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
})
