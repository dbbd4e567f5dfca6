import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AppProcess } from './app-process.ts'
import { callerOf } from './calls.ts'

export type Seen = {
  at: number
  status: number
  ms: number
  /** Without the time that server and client stood in line for a processor, where the probe knows it. */
  ownMs: number
  retryAfter: string | undefined
}

/** A client that reads a page at intervals while other clients put load on the server. */
export function startProbe(
  app: Pick<AppProcess, 'url'>,
  path: string,
  token: string,
  everyMs = 50,
  waits = () => ({ inLine: 0, stolen: 0 }),
) {
  const { call, close } = callerOf(app.url)
  const seen: Seen[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const at = performance.now()
      const before = waits()
      const answer = await call({ path, token })
      const retryAfter = answer.headers['retry-after']
      const { inLine, stolen } = waits()
      seen.push({
        at,
        status: answer.status,
        ms: answer.ms,
        ownMs: answer.ms - Math.max(inLine - before.inLine, stolen - before.stolen),
        retryAfter: retryAfter?.toString(),
      })
      await sleep(everyMs)
    }
  })()
  return {
    seen,
    async stop() {
      isStopped = true
      await done
      close()
      return seen
    },
  }
}

export const timesOf = (seen: readonly Seen[], which: 'ms' | 'ownMs' = 'ms') =>
  seen.filter(({ status }) => status === 200).map(answer => answer[which])

/** The same in a thread of its own, for a test that is busy itself. */
export async function startProbeThread(app: AppProcess, path: string, token: string, everyMs: number) {
  const { url, pid } = app
  const workerData = { url, pid, path, token, everyMs }
  const thread = new Worker(new URL('../children/probe.ts', import.meta.url), { workerData })
  await once(thread, 'online')
  return {
    async stop(): Promise<Seen[]> {
      thread.postMessage('stop')
      const [seen] = await once(thread, 'message')
      await thread.terminate()
      return seen
    },
  }
}
