import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { refuse } from '../http/refusals.ts'

type Options = {
  /** As many items as can be handled in a few milliseconds. */
  chunkSize?: number
  /** Whether the client has closed its connection; the rest of the work is then skipped. */
  isDisconnected?: IsDisconnected
}
export type IsDisconnected = () => boolean

/** As many characters of JSON as can be written in a few milliseconds. */
export const chunkCharacters = 250_000

/** Does long work in chunks, and other requests run in between. The results are in the order of the items. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  work: (chunk: Item[]) => Promise<Result[]>,
  { chunkSize = 25, isDisconnected = () => false }: Options = {},
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += chunkSize) {
    const chunk = items.slice(from, from + chunkSize)
    // In most cases there is only one chunk, which runs without waiting.
    const done = from === 0 ? work(chunk) : runInNextTick(() => (isDisconnected() ? stop() : work(chunk)))
    results.push(...(await done))
  }
  return results
}

/** Like `mapInChunks`, for work without results. */
export async function forEachChunk<Item>(
  items: readonly Item[],
  work: (chunk: Item[]) => Promise<void>,
  options?: Options,
): Promise<void> {
  await mapInChunks(items, chunk => work(chunk).then(() => []), options)
}

function stop(): never {
  throw refuse('bad_request')
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs one chunk per event-loop tick, of all long work together: fifty exports at once delay other requests no more
 * than one does.
 */
export function runInNextTick<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(() => yieldToEventLoop()).then(work)
  last = next.catch(() => {})
  return next
}
