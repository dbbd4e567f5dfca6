import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Listens where the settings say. "localhost" is two IP addresses on most machines, and a browser may try either. Fastify
 * would open a second server for the second one, without the rules of the first and not waited for at the end.
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  const addresses = host === 'localhost' ? await lookup(host, { all: true, order: 'ipv4first' }) : []
  await listenOnAll(app, addresses.length > 0 ? addresses.map(({ address }) => address) : [host], port)
}

/** One HTTP server, whichever of the IP addresses a connection came by. */
export async function listenOnAll(
  app: FastifyInstance,
  [first = '', ...others]: string[],
  port: number,
): Promise<void> {
  // These only accept connections and pass them to the one HTTP server. Options as Node's own HTTP server has them.
  const doors = others.map(host => ({ host, server: createServer({ allowHalfOpen: true, noDelay: true }) }))
  for (const { server } of doors)
    server.on('connection', connection => app.server.emit('connection', connection))
  let closed: Promise<unknown> = Promise.resolve()
  app.addHook('preClose', async () => {
    const open = doors.map(({ server }) => server).filter(server => server.listening)
    closed = Promise.all(open.map(server => new Promise(resolve => server.close(resolve))))
  })
  app.addHook('onClose', async () => void (await closed))

  await app.listen({ port, host: first })
  const { port: taken } = app.server.address() as { port: number }
  for (const { host, server } of doors) {
    server.listen(taken, host)
    await once(server, 'listening').catch(async error => {
      // Named in the list of hosts and not there, as on machines without IPv6.
      if (/^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(error.code)) return
      await app.close()
      throw error
    })
  }
}
