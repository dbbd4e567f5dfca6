import { flushCompileCache } from 'node:module'
import { readProcessConfig } from '../config.ts'
import { atSource } from '../observability/source-stack.ts'
import { type RunningServer, startServer } from '../server.ts'
import { sentenceFor } from './start-problems.ts'

/** Beside STOP_DELAY. */
export const longestShutdownMs = 10_000
/** On Ctrl-C the terminal and npm both signal the server: two signals within this time count as one. */
const sameSignalMs = 1000

/** Runs the server until a signal stops it, also while it is still starting. */
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
    setTimeout(() => process.exit(1), (server?.stopDelayMs ?? 0) + longestShutdownMs).unref()
    // Undefined while still starting: an open transaction is rolled back, and the next start repeats it.
    await server?.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  await starting
  // Flushed now and not only at exit, so that the next start finds compiled modules even if this process is killed.
  flushCompileCache()
}

/** Prints a sentence for failures that the operator can fix, the stack for all others, and exits with 1. */
export async function explain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(sentenceFor(error) ?? atSource(error))
    process.exit(1)
  }
}
