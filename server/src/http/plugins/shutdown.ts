import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

/** How long a client that is still sending its request has to read the response. */
const lingerMs = 1000

/** While closing, requests in progress are finished and new ones get a 503. */
export default fp(async function shutdownPlugin(app: FastifyInstance) {
  let isClosing = false
  /** Connections whose request was answered before it had arrived completely, such as a refused upload. */
  const stillSending = new Set<Socket>()
  const hangUp = () => {
    for (const socket of stillSending) socket.destroy()
  }
  /** Browsers open connections ahead; Node does not count one without a request as idle. */
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.addHook('preClose', async () => {
    isClosing = true
    setTimeout(hangUp, lingerMs)
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    const { socket } = raw
    // An injected request has no connection.
    if (raw.complete || !(socket instanceof Socket) || socket.destroyed) return
    stillSending.add(socket)
    const forget = () => {
      stillSending.delete(socket)
      socket.off('close', forget)
    }
    raw.once('close', forget)
    socket.once('close', forget)
    // Discards the rest of the request, which would otherwise delay the shutdown for minutes.
    raw.unpipe()
    raw.resume()
    if (isClosing) setTimeout(hangUp, lingerMs)
  })
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) return done()
    reply.header('connection', 'close')
    done(refuse('shutting_down'))
  })
  // A finished request would otherwise leave an idle keep-alive connection, which keeps the process running.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
})
