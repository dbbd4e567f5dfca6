import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createRangeCheck, readAddress } from '../ip-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The IP address of the client. Never use `request.ip`: that is whatever text a proxy has sent. */
    readonly clientAddress: string
  }
}

/** Whose X-Forwarded-… headers count. Fastify asks it about the peer first, then about each address before. */
export function trustOf(proxies: readonly string[]): (address: string | undefined) => boolean {
  const isProxy = createRangeCheck(proxies)
  return text => {
    const address = readAddress(text)
    return address !== undefined && isProxy(address)
  }
}

export const untrustedProxy =
  'X-Forwarded-For came from an address that TRUST_PROXY does not name, so it does not count. If that is your proxy, ' +
  'name it in TRUST_PROXY: until then all clients behind it share one limit on failed sign-ins.'

export default fp(async function clientAddressPlugin(
  app: FastifyInstance,
  { trustedProxies }: { trustedProxies: readonly string[] },
) {
  const isTrusted = trustOf(trustedProxies)
  app.decorateRequest('clientAddress', {
    getter() {
      const peer = this.raw.socket.remoteAddress
      // What a proxy sends may be no address at all: then all such requests count as the proxy's own.
      return readAddress(this.ip) ?? readAddress(peer) ?? 'unknown'
    },
  })

  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      const peer = request.raw.socket.remoteAddress
      if (!isTrusted(peer)) {
        isSaid = true
        request.log.warn({ peer }, untrustedProxy)
      }
    }
    done()
  })
})
