import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the path has a secret, such as the address of a calendar. */
    hasSecretPath?: true
  }
}

/** Logs one line per request, without the query, so that no set-up code and no search gets into the log. */
export default fp(async function requestLogPlugin(app: FastifyInstance) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: request.clientAddress,
        user: request.actor?.id,
      },
      'request',
    )
    done()
  })
})

/** Cuts out secrets that were pasted into another path too: the shortest has 24 characters, of which some may be missing. */
const maybeSecret = /[\w-]{20,}/g

function loggedPath({ url, routeOptions }: FastifyRequest): string {
  // A request whose URL can't be decoded has no route options.
  if (routeOptions?.config?.hasSecretPath && routeOptions.url !== undefined) return routeOptions.url
  const [path = ''] = url.split('?', 1)
  // The names of our own files are as long.
  return path.startsWith('/assets/') ? path : path.replace(maybeSecret, '…')
}
