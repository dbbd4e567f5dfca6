import type { FastifyInstance, FastifyRequest, preSerializationHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { ZodMiniType } from 'zod/mini'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import { refuse } from '../refusals.ts'
import { piecesOf, writeInChunks } from '../serialize.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set if the response can have megabytes. A user's calls of a kind then run only a few at a time, and JSON is written
     * in chunks.
     */
    heavyRead?: Kind
  }
}

/** Each kind has its own limit, so that an export that downloads for minutes doesn't block the user's screens. */
type Kind = 'list' | 'export'

/** Large enough for a browser that restores many tabs at once, each of which requests half a dozen lists. */
const bounds = { concurrency: 4, maxWaiting: 100, timeoutMs: 10_000 }

/**
 * Limits the memory that one user can take: a response stays in memory until the client has read it, and without a limit
 * a client that reads nothing could have any number of them.
 */
export default fp(async function heavyReadsPlugin(app: FastifyInstance) {
  const kinds = { list: new KeyedQueue<number>(bounds), export: new KeyedQueue<number>(bounds) }

  app.addHook('preHandler', (request, reply, done) => {
    const { heavyRead } = request.routeOptions.config
    if (heavyRead === undefined || !request.actor) return done()
    const end = kinds[heavyRead].begin(request.actor.id, isAdmitted =>
      done(isAdmitted ? undefined : refuse('overloaded')),
    )
    // The response was sent completely, or the client has disconnected.
    reply.raw.once('close', end)
  })

  app.addHook('onRoute', route => {
    const [written] = Object.entries((route.schema?.response ?? {}) as Record<string, ZodMiniType>)
    if (route.config?.heavyRead === undefined || !written) return
    route.preSerialization = [serializeInChunks(...written), ...[route.preSerialization ?? []].flat()]
  })
})

/** Writes the response of this status in chunks by its schema, so that other requests run in between. */
function serializeInChunks(status: string, schema: ZodMiniType): preSerializationHookHandler<unknown> {
  const pieces = piecesOf(schema)
  return async (request, reply, payload) => {
    if (reply.statusCode !== Number(status)) return payload
    const text = await writeInChunks(pieces(payload), () => isDisconnected(request))
    reply.serializer(asItIs)
    return text
  }
}

const asItIs = (text: string) => text

/** Whether the client has closed its connection. An injected request has no socket. */
export const isDisconnected = ({ raw }: FastifyRequest) => raw.socket?.destroyed === true
