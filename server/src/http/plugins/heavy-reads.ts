import type { FastifyInstance, FastifyRequest, preSerializationHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import type { ZodMiniType } from 'zod/mini'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import { refuse } from '../refusals.ts'
import { piecesOf, writeInChunks } from '../serialize.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The response can be megabytes: only a few of each kind run at once for a user, the others wait, and JSON is written
     * a part at a time.
     */
    heavyRead?: Kind
  }
}

/** Apart, so that an export that takes minutes to download keeps its user from no screen. */
type Kind = 'list' | 'export'

/** A screen asks for half a dozen lists, and browsers open many tabs again at once. */
const bounds = { concurrency: 4, maxWaiting: 100, timeoutMs: 10_000 }

/**
 * Bounds the memory that one user can take: an answer stays in memory until its client has read it, and without a
 * bound a client that reads nothing could have any number of them.
 */
export default fp(async function heavyReadsPlugin(app: FastifyInstance) {
  const kinds = { list: new KeyedQueue<number>(bounds), export: new KeyedQueue<number>(bounds) }

  app.addHook('preHandler', (request, reply, done) => {
    const { heavyRead } = request.routeOptions.config
    if (heavyRead === undefined || !request.actor) return done()
    const end = kinds[heavyRead].begin(request.actor.id, isAdmitted =>
      done(isAdmitted ? undefined : refuse('overloaded')),
    )
    // Answered to the last byte, or the client has gone.
    reply.raw.once('close', end)
  })

  app.addHook('onRoute', route => {
    const [written] = Object.entries((route.schema?.response ?? {}) as Record<string, ZodMiniType>)
    if (route.config?.heavyRead === undefined || !written) return
    route.preSerialization = [serializeInChunks(...written), ...[route.preSerialization ?? []].flat()]
  })
})

/** Writes the response of this status as its schema says, without keeping other requests waiting. */
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

/** Whether the client has closed its connection. A request made up inside the process has none. */
export const isDisconnected = ({ raw }: FastifyRequest) => raw.socket?.destroyed === true
