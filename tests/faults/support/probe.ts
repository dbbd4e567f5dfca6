import { setTimeout as sleep } from 'node:timers/promises'
import type { AppProcess } from './app-process.ts'
import { callerOf } from './calls.ts'

export type Seen = { at: number; status: number; ms: number; retryAfter: string | undefined }

/** A client that reads a page at intervals while other clients put load on the server. */
export function startProbe(app: AppProcess, path: string, token: string, everyMs = 50) {
  const { call, close } = callerOf(app.url)
  const seen: Seen[] = []
  let isStopped = false
  const done = (async () => {
    while (!isStopped) {
      const at = performance.now()
      const answer = await call({ path, token })
      const retryAfter = answer.headers['retry-after']
      seen.push({ at, status: answer.status, ms: answer.ms, retryAfter: retryAfter?.toString() })
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

export const timesOf = (seen: readonly Seen[]) =>
  seen.filter(({ status }) => status === 200).map(({ ms }) => ms)
