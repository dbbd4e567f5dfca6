import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** How long work may block the event loop before other requests run. */
const maxBlockingMs = 10

/** Returns a function that lets other requests run if the work has blocked the event loop for too long since it last did. */
export function createYielder(): () => Promise<void> {
  let yieldedAt = performance.now()
  return async () => {
    if (performance.now() - yieldedAt <= maxBlockingMs) return
    await yieldToEventLoop()
    yieldedAt = performance.now()
  }
}
