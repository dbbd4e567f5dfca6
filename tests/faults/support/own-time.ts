import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/**
 * Measures elapsed time, and the same without waits that the machine causes: the wait for a processor or the steal time of
 * a virtual machine, whichever is longer.
 */
export function startTiming() {
  const from = performance.now()
  const stolenBefore = stolenMs()
  return (pid = 0) => {
    const clockMs = performance.now() - from
    return { clockMs, ownMs: clockMs - Math.max(inLineMs(`${pid}`), stolenMs() - stolenBefore) }
  }
}

/** The time in the run queue, for the main thread of a process or for `thread-self`; 0 on systems other than Linux. */
export const inLineMs = (task: string) => Number(read(`/proc/${task}/schedstat`).split(' ')[1] ?? 0) / 1e6

/** The steal time since boot, averaged over the processors. Linux counts it in hundredths of a second. */
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
