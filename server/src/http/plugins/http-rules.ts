import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

/** Rules of HTTP that Node would enforce by itself, with bare answers: here they get our envelope and headers. */
export default fp(async function httpRulesPlugin(app: FastifyInstance) {
  app.addHook('onRequest', (request, _reply, done) => {
    const isAnonymous = request.raw.httpVersion === '1.1' && request.headers.host === undefined
    done(isAnonymous ? refuse('bad_request') : undefined)
  })
  // Whatever else a client expects, it gets what the route says.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
})
