import { setTimeout as sleep } from 'node:timers/promises'

/** Requests that began longer ago, such as a large upload, don't make the process busy. */
const recentMs = 50
const stepMs = 5
const longestMs = 200

export type RequestWatch = ReturnType<typeof createRequestWatch>

/** Knows whether requests are being answered, so that background work can let them go first. */
export function createRequestWatch(now = () => performance.now()) {
  let open = 0
  let lastBeganAt = Number.NEGATIVE_INFINITY
  return {
    began() {
      open++
      lastBeganAt = now()
    },
    ended() {
      open--
    },
    /** Waits while requests come in one after the other, but not for long: a busy server does some background work too. */
    async letGoFirst(signal: AbortSignal): Promise<void> {
      const until = now() + longestMs
      while (open > 0 && now() - lastBeganAt < recentMs && now() < until)
        await sleep(stepMs, undefined, { signal })
    },
  }
}
