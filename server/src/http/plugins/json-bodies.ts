import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type * as z from 'zod/mini'
import { repeatedQueries } from '#shared/contract/fields.ts'
import { messages } from '#shared/messages.ts'
import { isTooNested } from '../json-shape.ts'
import { refuse, refuseInput } from '../refusals.ts'
import { isOptional } from '../validate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body is a file, which may arrive slowly. */
    isUpload?: true
    /** True if another server makes the query. The route itself then refuses a parameter that appears twice. */
    hasForeignQuery?: true
  }
}

/** JSON routes accept only JSON that arrives in time, and each query parameter once, except teams. */
export default fp(async function jsonBodiesPlugin(
  app: FastifyInstance,
  { slowestBodyMs }: { slowestBodyMs: number },
) {
  // By default Fastify accepts text/plain, which a form on another site could send.
  app.removeContentTypeParser('text/plain')

  // Many clients send the content type without a body; only routes that need a body refuse that.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body === '' && mayBeMissing(request.routeOptions.schema?.body)) done(null, undefined)
    else if (isTooNested(body)) done(refuse('invalid_json'))
    else void parseJson(request, body, done)
  })

  app.addHook('preParsing', (request, reply, payload, done) => {
    const hasBody = 'content-length' in request.headers || 'transfer-encoding' in request.headers
    if (!hasBody || request.routeOptions.config.isUpload) return done(null, payload)
    const timer = setTimeout(() => {
      reply.header('connection', 'close')
      if (payload.listenerCount('error') > 0) payload.emit('error', refuse('request_timeout'))
    }, slowestBodyMs)
    payload.once('close', () => clearTimeout(timer))
    payload.once('end', () => clearTimeout(timer))
    done(null, payload)
  })

  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.config.hasForeignQuery) return done()
    const query = request.query as Record<string, unknown>
    const twice = Object.keys(query).find(name => Array.isArray(query[name]) && !repeatedQueries.has(name))
    done(twice === undefined ? undefined : refuseInput({ [twice]: messages.general.givenTwice(twice) }))
  })
})

const mayBeMissing = (schema: unknown) => schema === undefined || isOptional(schema as z.ZodMiniType)
