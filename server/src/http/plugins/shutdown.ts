import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

/** How long whoever is still sending after the answer gets to read it. */
const lingerMs = 1000

/** While closing, what is under way is finished and what arrives is sent away politely. */
export default fp(async function shutdownPlugin(app: FastifyInstance) {
  let isClosing = false
  /** Connections whose request was answered before it had arrived as a whole, such as an upload that is refused. */
  const stillSending = new Set<Socket>()
  const hangUp = () => {
    for (const socket of stillSending) socket.destroy()
  }
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(hangUp, lingerMs)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    const { socket } = raw
    // A request made up inside the process has no connection.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    stillSending.add(socket)
    const forget = () => {
      stillSending.delete(socket)
      socket.off('close', forget)
    }
    raw.once('close', forget)
    socket.once('close', forget)
    // Nobody wants the rest. Left unread, it would keep the connection for minutes, and a shutdown with it.
    raw.unpipe()
    raw.resume()
    if (isClosing) setTimeout(hangUp, lingerMs)
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done()
    reply.header('connection', 'close')
    done(refuse('shutting_down'))
  })
  // What was under way would otherwise keep its connection, idle, and the process with it.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
})
