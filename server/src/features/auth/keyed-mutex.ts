import { refuse } from '../../http/refusals.ts'
import { longestWaitMs } from './passwords.ts'

/** Runs work of the same key one after the other; past a long line or a long wait it says that the server is busy. */
export function createKeyedMutex({ longest = 100, maxWaitMs = longestWaitMs } = {}) {
  const tooBusy = () => refuse('overloaded')
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()

  return async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (line.length >= longest) throw tooBusy()
    lines.set(key, line)
    line.length++
    const since = performance.now()
    const result = line.last.then(() => {
      if (performance.now() - since > maxWaitMs) throw tooBusy()
      return work()
    })
    // Whoever comes next waits for this one, not for its success.
    line.last = result.catch(() => {})
    try {
      return await result
    } finally {
      if (--line.length === 0) lines.delete(key)
    }
  }
}
