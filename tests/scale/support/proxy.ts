import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RoundRobin = {
  url: string
  /** The instances, used round-robin; they may change while requests are in flight. */
  targets: string[]
  /** Forwarded requests, those whose instance refused the connection, and those whose instance ended later. */
  counts: { passed: number; movedOn: number; broken: number }
  close(): Promise<void>
}

/**
 * Sends every request to the next instance. Like real proxies it tries the next one when a connection is refused, and
 * never repeats a request that may have been executed.
 */
export async function startProxy(targets: string[]): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const counts = { passed: 0, movedOn: 0, broken: 0 }
  let nth = 0

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, attemptsLeft: number) {
    const target = proxy.targets[nth++ % proxy.targets.length]
    const upstream = request(`${target}${incoming.url}`, {
      agent,
      method: incoming.method ?? 'GET',
      headers: {
        ...incoming.headers,
        // A proxy can only guarantee the IP address it appends itself, the last one.
        'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
          .filter(Boolean)
          .join(', '),
      },
    })
    upstream.on('response', answer => {
      counts.passed++
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    upstream.on('error', error => {
      if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && attemptsLeft > 0) {
        counts.movedOn++
        pass(incoming, outgoing, attemptsLeft - 1)
        return
      }
      if (incoming.destroyed && !incoming.complete) return
      counts.broken++
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('the instance is gone')
    })
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) upstream.destroy()
    })
    // A refused connection has read nothing of the body, so the next instance gets all of it.
    upstream.on('socket', socket => {
      if (!socket.connecting) incoming.pipe(upstream)
      else socket.once('connect', () => incoming.pipe(upstream))
    })
  }

  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, proxy.targets.length))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const proxy: RoundRobin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    counts,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return proxy
}
