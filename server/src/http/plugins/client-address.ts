import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createRangeCheck, readAddress } from '../../lib/ip-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The IP address of the client. Never use `request.ip`: it can be any text that a proxy has sent. */
    readonly clientAddress: string
  }
}

/** Decides which proxies are trusted to set X-Forwarded-… headers. */
export function trustOf(proxies: readonly string[]): (address: string | undefined) => boolean {
  const isProxy = createRangeCheck(proxies)
  return text => {
    const address = readAddress(text)
    return address !== undefined && isProxy(address)
  }
}

/**
 * The first IP address before the trusted proxies, read from the end of X-Forwarded-For. If a value there is empty or
 * invalid, the address of the peer is used: the client may have sent everything before it.
 */
function clientOf({ peer, forwardedFor, isTrusted }: Origin): string | undefined {
  let client = readAddress(peer)
  for (const value of forwardedFor?.split(',').reverse() ?? []) {
    if (!isTrusted(client)) return client
    client = readAddress(value.trim())
    if (client === undefined) return readAddress(peer)
  }
  return client
}

type Origin = {
  peer: string | undefined
  forwardedFor: string | undefined
  isTrusted(address: string | undefined): boolean
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
      const forwardedFor = this.headers['x-forwarded-for']?.toString()
      return clientOf({ peer, forwardedFor, isTrusted }) ?? 'unknown'
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
