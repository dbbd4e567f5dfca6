import { setImmediate as breathe } from 'node:timers/promises'

/** Projects with all their people, this many, take a few milliseconds. */
const partSize = 25

/** What takes its time is done in parts, and others go first in between. The results in the order of the items. */
export async function inParts<Item, Result>(
  items: readonly Item[],
  work: (part: Item[]) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += partSize) {
    if (from > 0) await breathe()
    results.push(...(await work(items.slice(from, from + partSize))))
  }
  return results
}
