import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens on the configured host. "localhost" is two IP addresses on most machines, and a browser may try either. Fastify
 * would open a second server for the second one, without the hooks of the first, and a shutdown would not wait for it.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const addresses = host === 'localhost' ? await lookup(host, { all: true, order: 'ipv4first' }) : []
  await listenOnAll(app, addresses.length > 0 ? addresses.map(({ address }) => address) : [host], port)
}

/** Listens on all IP addresses with one HTTP server. */
export async function listenOnAll(
  app: FastifyInstance,
  [first = '', ...others]: string[],
  port: number,
): Promise<void> {
  // These servers only accept connections and pass them to the HTTP server. The options are those of Node's HTTP server.
  const acceptors = others.map(host => ({
    host,
    server: createServer({ allowHalfOpen: true, noDelay: true }),
  }))
  for (const { server } of acceptors)
    server.on('connection', connection => app.server.emit('connection', connection))
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    const open = acceptors.map(({ server }) => server).filter(server => server.listening)
    closed = Promise.all(open.map(server => new Promise(resolve => server.close(resolve))))
  })
  app.addHook('onClose', async () => void (await closed))

  await app.listen({ port, host: first })
  const { port: taken } = app.server.address() as { port: number }
  for (const { host, server } of acceptors) {
    server.listen(taken, host)
    await once(server, 'listening').catch(async error => {
      // The hosts file may name an IP address that the machine doesn't have, for instance without IPv6.
      if (/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code)) return
      await app.close()
      throw error
    })
  }
}
