import type { SearchType } from '#shared/contract/search.ts'
import { beforeCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import {
  entryWordsMax,
  removeSearchEntries,
  type SearchEntry,
  saveSearchEntries,
  saveSearchEntry,
} from '../../db/search-index.ts'
import type { Listener, WrittenReport } from '../../events/event.ts'
import { createYielder } from '../../lib/yield-if-long.ts'
import { isName, keyOf, tableOf, toEntry } from './entries.ts'
import { findSearchables } from './searchables.queries.ts'

/** Writes the entries in the transaction that changes the texts, so that a search finds what is stored and nothing else. */
export const searchListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'report.sent' || event.kind === 'report.edited')
    return beforeCommit(trx, () => indexReport(trx, event.report))
  if (event.kind === 'texts.changed') return beforeCommit(trx, () => indexThings(trx, event.type, event.ids))
}

async function indexReport(trx: Trx, { id, user_id, date, texts }: WrittenReport): Promise<void> {
  const written = { id, date, texts, title: '', ownerId: user_id, creatorId: null }
  await saveSearchEntry(trx, await toEntry('report', written))
}

/** Brings the entries of these things up to date. Those that are gone lose theirs. */
export async function indexThings(trx: Trx, type: SearchType, ids: readonly number[]): Promise<void> {
  const things = await findSearchables(trx, type, ids)
  const yieldIfLong = createYielder()
  let entries: SearchEntry[] = []
  let count = 0
  for (const thing of things) {
    const entry = await toEntry(type, thing, yieldIfLong)
    // A statement writes no more words than the longest entry has.
    if (count + entry.words.length > entryWordsMax) {
      await saveSearchEntries(trx, entries)
      await yieldIfLong()
      entries = []
      count = 0
    }
    entries.push(entry)
    count += entry.words.length
  }
  await saveSearchEntries(trx, entries)
  // Reports and comments are never deleted.
  if (!isName(type) || things.length === ids.length) return
  const kept = new Set(things.map(({ id }) => id))
  const gone = ids.filter(id => !kept.has(id))
  await removeSearchEntries(
    trx,
    tableOf(type),
    gone.map(id => keyOf(type, { id, date: null })),
  )
}
