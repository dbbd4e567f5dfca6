import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { messages } from '#shared/messages.ts'
import { refuse } from './refusals.ts'

/** Projects with all their people, this many, take a few milliseconds. */
const partSize = 25

/** Whether the client of a request has closed its connection: the rest of the work would be for nothing. */
export type IsGone = () => boolean

/**
 * What takes its time is done in parts, and others go first in between. The results in the order of the items. Stops
 * when the client has gone.
 */
export async function inParts<Item, Result>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Result[]>,
  isGone: IsGone = () => false,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += partSize) {
    if (from > 0) await yieldToEventLoop()
    if (isGone()) throw refuse.badRequest(messages.general.badRequest)
    results.push(...(await work(items.slice(from, from + partSize))))
  }
  return results
}
