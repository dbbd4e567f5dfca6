import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { messages } from '#shared/messages.ts'
import { refuse } from '../refusals.ts'

/** While closing, what is under way is finished and what arrives is sent away politely. */
export default fp(async function shutdownPlugin(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done()
    reply.header('connection', 'close')
    done(refuse.unavailable(messages.general.shuttingDown, 5))
  })
  // What was under way would otherwise keep its connection, idle, and the process with it.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
})
