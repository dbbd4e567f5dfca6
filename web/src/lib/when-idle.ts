/** At the latest: a busy page is never idle, and some browsers don't say when they are. */
const idleMs = 2000

/** Calls it as soon as the browser has nothing else to do. Returns a function that cancels it. */
export function whenIdle(work: () => void) {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, idleMs)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(work, { timeout: idleMs })
  return () => cancelIdleCallback(id)
}
