import { refuse } from '../http/refusals.ts'

type Bounds = { atOnce: number; waiting: number; longestWaitMs: number }
type Waiting = { begin(): void }
type Line = { running: number; waiting: Set<Waiting> }

/** Limits how much of the same key, such as a user, is under way at once; the rest waits in line, within bounds. */
export class KeyedQueue<Key> {
  readonly #bounds: Bounds
  readonly #lines = new Map<Key, Line>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Says once whether the work may begin, now or later. Call what is returned when it has ended, or is not wanted any more. */
  begin(key: Key, admit: (isAdmitted: boolean) => void): () => void {
    const { atOnce, waiting, longestWaitMs } = this.#bounds
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() }
    this.#lines.set(key, line)
    if (line.running < atOnce) {
      line.running++
      admit(true)
      return () => this.#end(key, line)
    }
    if (line.waiting.size >= waiting) {
      admit(false)
      return () => {}
    }
    let end = () => {
      clearTimeout(timer)
      line.waiting.delete(me)
    }
    const me = {
      begin: () => {
        clearTimeout(timer)
        end = () => this.#end(key, line)
        admit(true)
      },
    }
    const timer = setTimeout(() => {
      line.waiting.delete(me)
      admit(false)
    }, longestWaitMs)
    line.waiting.add(me)
    return () => end()
  }

  /** Does the work in its turn; past a long line or a long wait it says that the server is busy. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    let end = () => {}
    const isAdmitted = await new Promise<boolean>(resolve => {
      end = this.begin(key, resolve)
    })
    try {
      if (!isAdmitted) throw refuse('overloaded')
      return await work()
    } finally {
      end()
    }
  }

  #end(key: Key, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next.begin()
      return
    }
    line.running--
    if (line.running === 0) this.#lines.delete(key)
  }
}
