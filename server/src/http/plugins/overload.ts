import fastifyPlugin from 'fastify-plugin'
import { refuse } from '../refusals.ts'

export type OverloadOptions = {
  /** So much work in one turn of the event loop, and what else arrives in that turn is turned away. */
  maxWorkMs?: number
}

/** How often a look marks the turn. */
const everyMs = 100

/** Sheds load: a late answer helps nobody, and answering late makes the next one later still. */
export default fastifyPlugin<OverloadOptions>(async (app, { maxWorkMs = 500 }) => {
  const load = watchWork({ maxWorkMs, now: () => performance.now(), workedMs })
  const timer = setInterval(load.look, everyMs)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))

  app.addHook('onRequest', (request, _reply, done) => {
    // Who asks how the process is doing is not told that it is busy.
    const isRefused = load.isTooMuch() && !isAboutTheServer(request.url)
    done(isRefused ? refuse('overloaded') : undefined)
  })
})

const isAboutTheServer = (url: string) => url === '/healthz' || url === '/metrics'

/**
 * Judges by the processor time spent since the last look. A crowd is read from its connections in one turn, before any
 * timer gets its turn, so it is asked within the turn. And by processor time, not by the clock: a machine that stood
 * still, or was busy with others, is no reason to turn anybody away.
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
    // Nobody works longer than time passes, and the clock is cheaper to ask.
    isTooMuch: () => now() - lookedAt > maxWorkMs && workedMs() - workedThen > maxWorkMs,
  }
}

/** Of this thread where Node can tell, else of the whole process. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return (user + system) / 1000
}
