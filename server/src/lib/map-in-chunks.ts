import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { refuse } from '../http/refusals.ts'

type Options = {
  /** How many items take a few milliseconds. */
  chunkSize?: number
  /** Whether the client has closed its connection: the rest of the work would be for nothing. */
  isGone?: IsGone
}
export type IsGone = () => boolean

/** What takes its time is done in parts, and others go first in between. The results in the order of the items. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  work: (chunk: Item[]) => Promise<Result[]>,
  { chunkSize = 25, isGone = () => false }: Options = {},
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += chunkSize) {
    const chunk = items.slice(from, from + chunkSize)
    // The first chunk is all there is in most cases, and waits for nothing.
    const done = from === 0 ? work(chunk) : inTurn(() => (isGone() ? stop() : work(chunk)))
    results.push(...(await done))
  }
  return results
}

function stop(): never {
  throw refuse('bad_request')
}

let lastTurn: Promise<unknown> = Promise.resolve()

/**
 * The event loop serves others, then one of all that work in parts does a chunk: fifty of them hold up other requests no
 * more than one does.
 */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(() => yieldToEventLoop()).then(work)
  lastTurn = turn.catch(() => {})
  return turn
}
