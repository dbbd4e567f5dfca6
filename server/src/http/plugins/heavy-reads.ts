import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { refuse } from '../refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer can be megabytes: a user has a few of each kind under way, and the others wait for them. */
    heavyRead?: Kind
  }
}

/** Apart, so that an export that takes minutes to download keeps its user from no screen. */
type Kind = 'list' | 'export'

type Bounds = { atOnce: number; waiting: number; longestWaitMs: number }

/** A screen asks for half a dozen lists, and browsers open many tabs again at once. */
const bounds: Bounds = { atOnce: 4, waiting: 100, longestWaitMs: 10_000 }

/**
 * Bounds the memory that one user can take: an answer stays in memory until its client has read it, and without a
 * bound a client that reads nothing could have any number of them.
 */
export default fp(async function heavyReadsPlugin(app: FastifyInstance) {
  const kinds: Record<Kind, HeavyReads> = { list: new HeavyReads(bounds), export: new HeavyReads(bounds) }

  app.addHook('preHandler', (request, reply, done) => {
    const { heavyRead } = request.routeOptions.config
    if (heavyRead === undefined || !request.actor) return done()
    const end = kinds[heavyRead].begin(request.actor.id, isAdmitted =>
      done(isAdmitted ? undefined : refuse('overloaded')),
    )
    // Answered to the last byte, or the client has gone.
    reply.raw.once('close', end)
  })
})

/** Whether the client has closed its connection. A request made up inside the process has none. */
export const isGone = ({ raw }: FastifyRequest) => raw.socket?.destroyed === true

type Waiting = { begin(): void }
type OfUser = { running: number; waiting: Set<Waiting> }

export class HeavyReads {
  readonly #bounds: Bounds
  readonly #users = new Map<number, OfUser>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Says once whether the read may begin, now or later. Call what is returned when it has ended, or is not wanted any more. */
  begin(userId: number, admit: (isAdmitted: boolean) => void): () => void {
    const { atOnce, waiting, longestWaitMs } = this.#bounds
    const user = this.#users.get(userId) ?? { running: 0, waiting: new Set() }
    this.#users.set(userId, user)
    if (user.running < atOnce) {
      user.running++
      admit(true)
      return () => this.#end(userId, user)
    }
    if (user.waiting.size >= waiting) {
      admit(false)
      return () => {}
    }
    let end = () => {
      clearTimeout(timer)
      user.waiting.delete(me)
    }
    const me = {
      begin: () => {
        clearTimeout(timer)
        end = () => this.#end(userId, user)
        admit(true)
      },
    }
    const timer = setTimeout(() => {
      user.waiting.delete(me)
      admit(false)
    }, longestWaitMs)
    user.waiting.add(me)
    return () => end()
  }

  #end(userId: number, user: OfUser): void {
    const [next] = user.waiting
    if (next) {
      user.waiting.delete(next)
      next.begin()
      return
    }
    user.running--
    if (user.running === 0) this.#users.delete(userId)
  }
}
