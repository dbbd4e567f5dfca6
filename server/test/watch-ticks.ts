/**
 * Watches the event loop until it is asked: how many milliseconds of processor time its longest tick took. Time that other
 * processes take from this one doesn't count.
 */
export function watchTicks(): () => number {
  let longest = 0
  let isWatching = true
  let before = process.threadCpuUsage()
  const tick = () => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (isWatching) setImmediate(tick)
  }
  setImmediate(tick)
  return () => {
    isWatching = false
    return longest
  }
}
