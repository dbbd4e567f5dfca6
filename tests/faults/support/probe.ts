import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AppProcess } from './app-process.ts'
import { callerOf } from './calls.ts'

export type Sample = {
  at: number
  status: number
  ms: number
  /** The time without the wait of server and client for a processor, if the probe measures that. */
  ownMs: number
  retryAfter: string | undefined
}

/** Reads a page at intervals while other clients load the server. */
export function startProbe(
  app: Pick<AppProcess, 'url'>,
  path: string,
  token: string,
  everyMs = 50,
  waits = () => ({ inLine: 0, stolen: 0 }),
) {
  const { call, close } = callerOf(app.url)
  const samples: Sample[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const at = performance.now()
      const before = waits()
      const answer = await call({ path, token })
      const retryAfter = answer.headers['retry-after']
      const { inLine, stolen } = waits()
      samples.push({
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
    samples,
    async stop() {
      isStopped = true
      await done
      close()
      return samples
    },
  }
}

export const timesOf = (samples: readonly Sample[], which: 'ms' | 'ownMs' = 'ms') =>
  samples.filter(({ status }) => status === 200).map(answer => answer[which])

/** Like `startProbe`, but in a thread of its own, for a test that blocks its event loop. */
export async function startProbeThread(app: AppProcess, path: string, token: string, everyMs: number) {
  const { url, pid } = app
  const workerData = { url, pid, path, token, everyMs }
  const thread = new Worker(new URL('../children/probe.ts', import.meta.url), { workerData })
  await once(thread, 'online')
  return {
    async stop(): Promise<Sample[]> {
      thread.postMessage('stop')
      const [samples] = await once(thread, 'message')
      await thread.terminate()
      return samples
    },
  }
}
