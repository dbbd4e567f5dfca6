import { flushCompileCache } from 'node:module'
import { readProcessConfig } from '../config.ts'
import { atSource } from '../observability/source-stack.ts'
import { type RunningServer, startServer } from '../server.ts'
import { sentenceFor } from './start-problems.ts'

const longestShutdownMs = 10_000
/** npm passes a terminal's Ctrl-C on although the server has had it already: that is one wish, not two. */
const sameSignalMs = 1000

/** Runs the server until it is told to stop; the difference between starting and living is here. */
export async function run(
  options: Parameters<typeof startServer>[1] & { settings?: Record<string, string> } = {},
): Promise<void> {
  let server: RunningServer | undefined
  let stoppingSince = 0
  const starting = explain(async () => {
    server = await startServer(readProcessConfig(options.settings), options)
  })

  async function stop() {
    const now = performance.now()
    if (stoppingSince > 0) {
      if (now - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = now
    setTimeout(() => process.exit(1), longestShutdownMs).unref()
    // Still starting: whatever transaction is open rolls back, and the next start goes on from there.
    await server?.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  await starting
  // Now and not only at the end: a server that is killed finds its modules compiled the next time as well.
  flushCompileCache()
}

/** Failures that a person can mend get their sentence; all others keep their stack. Both end with 1. */
export async function explain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? atSource(error))
    process.exit(1)
  }
}
