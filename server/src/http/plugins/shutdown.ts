import { Socket } from 'node:net'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { trustOf } from './client-address.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on each response ends its connection and /readyz answers 503, so that proxies turn to other instances. */
    startStopping(): void
    isStopping(): boolean
    /**
     * A proxy that doesn't ask /readyz, such as nginx, only stops connecting after a failure. Writes are still served, but
     * the connection of a read is cut: the proxy sends it to the next instance, and nothing more comes here.
     */
    turnProxiesAway(): Promise<void>
  }
}

/** How long a client that is still sending its request has to read the response. */
const lingerMs = 1000
/** How long the first request of a new connection may be on its way. */
const firstRequestMs = 100
/** The listeners close after an event-loop tick that took no longer than this and in which nothing arrived. */
const quietTickMs = 0.5
const longestWaitForQuietMs = 500
/** Once nothing has arrived for this long, proxies are taken to use other instances. */
const turnedAwayMs = 300
const longestTurningAwayMs = 2000

/** Once the listeners are closed, each connection that is still open serves one more request at most. */
export default fp(async function shutdownPlugin(
  app: FastifyInstance,
  { trustedProxies }: { trustedProxies: readonly string[] },
) {
  const isProxy = trustOf(trustedProxies)
  let isStopping = false
  let turnsReadsAway = false
  let isClosing = false
  /** Connections whose request was answered before it had arrived completely, such as a refused upload. */
  const stillSending = new Set<Socket>()
  const hangUp = () => {
    for (const socket of stillSending) socket.destroy()
  }
  let arrivals = 0
  /** Browsers open connections ahead; Node does not count one without a request as idle. */
  const connections = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    arrivals++
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  app.server.on('request', () => arrivals++)

  /**
   * The system accepts connections before this process does, and resets them when the listener closes: their requests
   * would fail. So it closes right after a tick in which no connection and no request has arrived.
   */
  async function waitForQuiet() {
    const from = performance.now()
    for (let began = from; began - from < longestWaitForQuietMs; began = performance.now()) {
      const before = arrivals
      await nextTick()
      if (arrivals === before && performance.now() - began < quietTickMs) return
    }
  }

  app.decorate('startStopping', () => {
    isStopping = true
  })
  app.decorate('isStopping', () => isStopping)
  app.decorate('turnProxiesAway', async () => {
    turnsReadsAway = true
    const from = performance.now()
    let before = Number.NaN
    while (before !== arrivals && performance.now() - from < longestTurningAwayMs) {
      before = arrivals
      await sleep(turnedAwayMs)
    }
  })
  app.addHook('onRequest', ({ method, raw: { socket } }, reply, done) => {
    if (!turnsReadsAway || method !== 'GET' || !isProxy(socket.remoteAddress)) return done()
    reply.hijack()
    socket.destroy()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
  // The listeners close right after this hook, without a tick in between.
  app.addHook('preClose', async () => {
    isStopping = true
    await waitForQuiet()
    isClosing = true
    setTimeout(hangUp, lingerMs)
    setTimeout(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
    }, firstRequestMs)
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
  // A finished request would otherwise leave an idle keep-alive connection, which keeps the process running.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
})
