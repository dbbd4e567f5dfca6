import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  // data: for the small drawings inside Bootstrap's style sheet.
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** On every answer, also on those that are given before any route is known. */
export const securityHeaders: Record<string, string> = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // The set-up code is part of a URL, so no URL of ours may reach another site in a Referer header.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
}

/** A promise to stay on https, made only where the request came by https: plain installs must go on working. */
export function headersFor(request: Pick<FastifyRequest, 'protocol'>): Record<string, string> {
  return request.protocol === 'https'
    ? { ...securityHeaders, 'strict-transport-security': 'max-age=31536000' }
    : securityHeaders
}

export default fp(async function securityHeadersPlugin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request))
    done()
  })
})
