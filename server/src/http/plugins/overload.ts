import fastifyPlugin from 'fastify-plugin'
import { refuse } from '../refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestsInProgress(): number
    /** Whether many requests are in progress, or were a moment ago: work that can wait leaves the processor to them. */
    isRush(): boolean
  }
}

export type OverloadOptions = {
  /** After this much processor time in one event-loop tick, further requests in that tick are refused. */
  maxWorkMs?: number
}

const rush = { requests: 8, lastsMs: 250 }

/** How often the timer marks the start of a tick. */
const everyMs = 100

/** Load shedding: without it a backlog makes every later response slower, until clients time out and retry. */
export default fastifyPlugin<OverloadOptions>(async (app, { maxWorkMs = 500 }) => {
  const load = watchWork({ maxWorkMs, now: () => performance.now(), workedMs })
  const timer = setInterval(load.look, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  let inProgress = 0
  let rushedAt = Number.NEGATIVE_INFINITY
  app.decorate('requestsInProgress', () => inProgress)
  // Requests that are written to the disk together end together, so for a moment there may be none.
  app.decorate('isRush', () => performance.now() - rushedAt < rush.lastsMs)
  app.addHook('onRequest', (request, reply, done) => {
    if (++inProgress >= rush.requests) rushedAt = performance.now()
    // Also emitted when the client disconnects before the response.
    reply.raw.once('close', () => inProgress--)
    // Health checks and metrics must work on a busy server too.
    const isRefused = load.isTooMuch() && !isAboutTheServer(request.url)
    done(isRefused ? refuse('overloaded') : undefined)
  })
})

const isAboutTheServer = (url: string) => url === '/healthz' || url === '/metrics'

/**
 * Measures the processor time since the timer last ran. Node reads all waiting connections in one event-loop tick,
 * before any timer runs, so each request checks it. Processor time, not the clock: a suspended machine, or one that
 * was busy with other processes, must not refuse requests.
 */
export function watchWork({
  maxWorkMs,
  now,
  workedMs,
}: Required<OverloadOptions> & { now: () => number; workedMs: () => number }) {
  let lookedAt = now()
  let workedThen = workedMs()
  return {
    look() {
      lookedAt = now()
      workedThen = workedMs()
    },
    // Processor time never exceeds elapsed time, and reading the clock is cheaper, so it is read first.
    isTooMuch: () => now() - lookedAt > maxWorkMs && workedMs() - workedThen > maxWorkMs,
  }
}

/** The CPU time of this thread if Node can measure it, otherwise of the process. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
