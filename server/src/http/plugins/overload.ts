import fastifyPlugin from 'fastify-plugin'
import { refuse } from '../refusals.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requestsInProgress(): number
  }
}

export type OverloadOptions = {
  /** After this much processor time in one event-loop tick, further requests in that tick are refused. */
  maxWorkMs?: number
}

/** How often the timer marks the start of a tick. */
const everyMs = 100

/** Load shedding: without it a backlog makes every later response slower, until clients time out and retry. */
export default fastifyPlugin<OverloadOptions>(async (app, { maxWorkMs = 500 }) => {
  const load = watchWork({ maxWorkMs, now: () => performance.now(), workedMs })
  const timer = setInterval(load.look, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  let inProgress = 0
  app.decorate('requestsInProgress', () => inProgress)
  app.addHook('onRequest', (request, reply, done) => {
    inProgress++
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
