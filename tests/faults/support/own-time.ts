import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Measures how long a process takes, by the clock and of its own time: without the time it stood in line for a
 * processor, or that the host of a virtual machine took its processors away, whichever was more. Both tell of the
 * machine and not of the process.
 */
export function startTiming() {
  const from = performance.now()
  const stolenBefore = stolenMs()
  return (pid = 0) => {
    const clockMs = performance.now() - from
    return { clockMs, ownMs: clockMs - Math.max(inLineMs(`${pid}`), stolenMs() - stolenBefore) }
  }
}

/** As Linux counts it, for the main thread of a process or for `thread-self`; elsewhere nothing is known of it. */
export const inLineMs = (task: string) => Number(read(`/proc/${task}/schedstat`).split(' ')[1] ?? 0) / 1e6

/** Since the machine started, on average of its processors. The system counts hundredths of a second. */
export function stolenMs(): number {
  const [, stolen = '0'] = /^cpu +(?:\d+ +){7}(\d+)/.exec(read('/proc/stat')) ?? []
  return (Number(stolen) * 10) / availableParallelism()
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
