import { refuse } from '../http/refusals.ts'

type Bounds = { concurrency: number; maxWaiting: number; timeoutMs: number }
type Waiting = { begin(): void }
type Queue = { running: number; waiting: Set<Waiting> }

/** Limits how much work runs at once for one key, such as a user; the rest waits in a bounded queue. */
export class KeyedQueue<Key> {
  readonly #bounds: Bounds
  readonly #queues = new Map<Key, Queue>()

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  /** Calls `admit` once, now or later. The caller calls the returned function when its work has ended or was cancelled. */
  begin(key: Key, admit: (isAdmitted: boolean) => void): () => void {
    const { concurrency, maxWaiting, timeoutMs } = this.#bounds
    const queue = this.#queues.get(key) ?? { running: 0, waiting: new Set() }
    this.#queues.set(key, queue)
    if (queue.running < concurrency) {
      queue.running++
      admit(true)
      return () => this.#end(key, queue)
    }
    if (queue.waiting.size >= maxWaiting) {
      admit(false)
      return () => {}
    }
    let end = () => {
      clearTimeout(timer)
      queue.waiting.delete(me)
    }
    const me = {
      begin: () => {
        clearTimeout(timer)
        end = () => this.#end(key, queue)
        admit(true)
      },
    }
    const timer = setTimeout(() => {
      queue.waiting.delete(me)
      admit(false)
    }, timeoutMs)
    queue.waiting.add(me)
    return () => end()
  }

  /** Runs the work when a slot is free; refuses as overloaded when the queue is full or the wait too long. */
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

  #end(key: Key, queue: Queue): void {
    const [next] = queue.waiting
    if (next) {
      queue.waiting.delete(next)
      next.begin()
      return
    }
    queue.running--
    if (queue.running === 0) this.#queues.delete(key)
  }
}
