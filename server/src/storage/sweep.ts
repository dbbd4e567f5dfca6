import { setTimeout as sleep } from 'node:timers/promises'
import type { Storage } from './storage.ts'

type IsKnown = (names: string[]) => Promise<Set<string>>

/**
 * Removes files that no row names, which crashes and interrupted uploads leave. Another process may be about to write the
 * row of a new file, so new files are checked again once they are old enough.
 */
export async function sweep(
  storage: Storage,
  isKnown: IsKnown,
  signal?: AbortSignal,
  discard = removeEach(storage, signal),
): Promise<number> {
  const unfinished = await storage.removeUnfinished()
  const found = await strays(storage, isKnown)
  const isYoung = found.some(file => file.ageMs < storage.settledAfterMs)
  if (isYoung) await sleep(storage.settledAfterMs, undefined, { ref: false, ...(signal && { signal }) })
  const still = isYoung
    ? await isKnownNow(
        found.map(file => file.name),
        isKnown,
      )
    : new Set<string>()
  const leftovers = found.filter(file => !still.has(file.name))
  await discard(leftovers.map(({ name }) => name))
  return unfinished + leftovers.length
}

const removeEach = (storage: Storage, signal: AbortSignal | undefined) => async (names: string[]) => {
  for (const name of names) {
    signal?.throwIfAborted()
    await storage.remove(name)
  }
}

/** Files that have no row now. */
async function strays(storage: Storage, isKnown: IsKnown) {
  const found: { name: string; ageMs: number }[] = []
  for await (const files of storage.list()) {
    const known = await isKnownNow(
      files.map(file => file.name),
      isKnown,
    )
    found.push(...files.filter(file => !known.has(file.name)))
  }
  return found
}

const batchSize = 500

async function isKnownNow(names: string[], isKnown: IsKnown): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < names.length; from += batchSize) {
    for (const name of await isKnown(names.slice(from, from + batchSize))) known.add(name)
  }
  return known
}
