import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/** Far more requests than any browser, proxy or library sends before it has a response. */
const mostWaiting = 256

type Connection = { isBusy: boolean; waiting: [IncomingMessage, ServerResponse][] }

/**
 * Handles the next request of a connection when the previous one is answered. Node emits all requests that arrive in one
 * piece at once and keeps their responses in memory until the client reads them: a client that sends 26 kB of
 * requests and reads no response would use gigabytes.
 */
export default fp(async function pipeliningPlugin(app: FastifyInstance) {
  const listeners = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on(
    'request',
    oneAtATime((request, response) => {
      for (const listener of listeners) listener(request, response)
    }),
  )
})

/** Calls the listener for one request of a connection at a time. */
export function oneAtATime(handle: RequestListener): RequestListener {
  const connections = new WeakMap<Socket, Connection>()

  function connectionOf(socket: Socket): Connection {
    const known = connections.get(socket)
    if (known) return known
    const connection: Connection = { isBusy: false, waiting: [] }
    connections.set(socket, connection)
    return connection
  }

  function take(socket: Socket, connection: Connection, request: IncomingMessage, response: ServerResponse) {
    connection.isBusy = true
    response.once('close', () => {
      connection.isBusy = false
      // The client has closed the connection, so its other requests are dropped.
      if (socket.destroyed) connection.waiting = []
      const next = connection.waiting.shift()
      if (!next) return
      if (connection.waiting.length === 0) socket.resume()
      take(socket, connection, ...next)
    })
    handle(request, response)
  }

  return (request, response) => {
    const { socket } = request
    const connection = connectionOf(socket)
    if (!connection.isBusy) return take(socket, connection, request, response)
    // Nothing more is read from the connection until this request is handled.
    socket.pause()
    if (connection.waiting.length < mostWaiting) connection.waiting.push([request, response])
    else socket.destroy()
  }
}
