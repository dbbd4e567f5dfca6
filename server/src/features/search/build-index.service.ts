import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type SearchType, searchTypes } from '#shared/contract/search.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { indexThings } from './index-things.ts'
import {
  findProgress,
  findWholeProgress,
  forgetProgress,
  isBuilt,
  type Progress,
  saveProgress,
} from './progress.queries.ts'
import { findIdsAfter, findNewestId, lockThings } from './searchables.queries.ts'

/** Things per transaction: few enough that a submit waits only briefly for the write lock. */
const thingsPerChunk = 200
/** Things between two other requests on SQLite, which answers without yielding. */
const thingsPerTick = 20

const lockName = 'search-index'

type Options = {
  signal?: AbortSignal
  /** Is called after each chunk. */
  onProgress?: (progress: Progress) => void
}

/**
 * Writes the entries of all things that were there when it began, in chunks, while the app is in use. It continues where
 * an earlier build ended; several at once share the work. Entries of a former version are replaced one by one, so that
 * searches keep finding what they found.
 */
export async function buildIndex(db: Db, { signal, onProgress }: Options = {}): Promise<void> {
  await groupCommit(db, begin)
  for (const type of searchTypes) {
    while (!signal?.aborted && (await groupCommit(db, trx => buildChunk(trx, type)))) {
      const progress = await findWholeProgress(db)
      if (progress) onProgress?.(progress)
    }
  }
}

/** Builds everything again. */
export async function rebuildIndex(db: Db, options: Options = {}): Promise<void> {
  await forgetProgress(db)
  await buildIndex(db, options)
}

/** Whether there is something to build: after an upgrade, a restore, or a change of what a word is. */
export const isIndexBuilt = (db: Db) => isBuilt(db)

/** Counts all kinds before the first is built, so that the progress is that of everything. */
async function begin(trx: Trx): Promise<void> {
  await acquireLock(trx, lockName)
  for (const type of searchTypes) {
    if (await findProgress(trx, type)) continue
    await saveProgress(trx, type, { done: 0, total: await findNewestId(trx, type) })
  }
}

/** Returns whether more is left. */
async function buildChunk(trx: Trx, type: SearchType): Promise<boolean> {
  await acquireLock(trx, lockName)
  const progress = await findProgress(trx, type)
  if (progress === undefined || progress.done >= progress.total) return false
  const { done, total } = progress
  const ids = await findIdsAfter(trx, type, done, { last: total, limit: thingsPerChunk })
  // An edit either ends before this or waits, so no older text replaces a newer one.
  await lockThings(trx, type, ids)
  for (let from = 0; from < ids.length; from += thingsPerTick) {
    if (from > 0) await yieldToEventLoop()
    await indexThings(trx, type, ids.slice(from, from + thingsPerTick))
  }
  const isLast = ids.length < thingsPerChunk
  await saveProgress(trx, type, { done: isLast ? total : (ids.at(-1) as number), total })
  return !isLast
}
