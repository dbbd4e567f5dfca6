/**
 * Watches the event loop until it is asked: how many milliseconds of processor time its longest tick took. Time that other
 * processes take from this one doesn't count.
 */
export function watchTicks(): () => number {
  let longest = 0
  let isWatching = true
  let before = process.threadCpuUsage()
  const measure = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
  }
  const tick = () => {
    if (!isWatching) return
    measure()
    setImmediate(tick)
  }
  setImmediate(tick)
  return () => {
    isWatching = false
    // What answers in one tick is done before the next one begins.
    measure()
    return longest
  }
}
