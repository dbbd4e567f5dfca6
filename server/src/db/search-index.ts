import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db, Trx } from './schema.ts'
import { findKeysInPieces, indexedBeginnings, wordOfStretch, wordsTable } from './search-pieces.ts'
import {
  rangeOf,
  type SearchQuery,
  type SearchReader,
  SearchStoppedError,
  type SearchTable,
  searchTables,
  stretchOf,
} from './search-query.ts'

// The indexes are plain lists of words: FTS5 on SQLite, tsvector on PostgreSQL. shared/src/search-words.ts decides for
// both what a word is. Neither engine parses or folds a text, so both find the same.

/** Entries are ordered by `key`, and the highest is found first. */
export type SearchEntry = { table: SearchTable; key: number; words: readonly string[] }

export async function createSearchIndexes(trx: Trx): Promise<void> {
  for (const table of searchTables) {
    if (isSqlite(trx)) {
      // `ascii` changes no other letters, whatever the Unicode version. Searches need no columns and positions.
      await sql`create virtual table ${sql.table(table)} using fts5(words, content = '', contentless_delete = 1,
        detail = none, prefix = '${sql.raw(indexedBeginnings.join(' '))}', tokenize = "ascii tokenchars '_@#=~'")`.execute(
        trx,
      )
      await sql`create virtual table ${wordsTable(table)} using fts5vocab(${sql.lit(table)}, 'instance')`.execute(
        trx,
      )
      continue
    }
    await sql`create table ${sql.table(table)} (key bigint primary key, words tsvector not null)`.execute(trx)
    await sql`create index ${sql.ref(`${table}_words`)} on ${sql.table(table)} using gin (words)`.execute(trx)
  }
}

/**
 * An entry has no more different words, which SQLite writes in 20 ms without letting other requests run. Only a report that
 * was written to have as many has more.
 */
export const entryWordsMax = 10_000
/** PostgreSQL stores at most a megabyte of words per entry. */
const wordBytesMax = 500_000

/** Adds an entry, or replaces the one with its key. */
export async function saveSearchEntry(trx: Trx, { table, key, words }: SearchEntry): Promise<void> {
  const kept = withinLimit(words)
  if (isSqlite(trx)) {
    const all = [...kept, wordOfStretch(stretchOf(table, key))].join(' ')
    await sql`insert or replace into ${sql.table(table)} (rowid, words) values (${key}, ${all})`.execute(trx)
    return
  }
  await sql`insert into ${sql.table(table)} (key, words) values (${key}, array_to_tsvector(${kept}::text[]))
    on conflict (key) do update set words = excluded.words`.execute(trx)
}

/** Adds or replaces several entries of a table at once. */
export async function saveSearchEntries(trx: Trx, entries: readonly SearchEntry[]): Promise<void> {
  const [first] = entries
  if (!first) return
  const { table } = first
  if (isSqlite(trx)) {
    const rows = entries.map(({ key, words }) => [
      key,
      [...withinLimit(words), wordOfStretch(stretchOf(table, key))].join(' '),
    ])
    await sql`insert or replace into ${sql.table(table)} (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})`.execute(trx)
    return
  }
  const rows = entries.map(({ key, words }) => ({ key, words: withinLimit(words) }))
  await sql`insert into ${sql.table(table)} (key, words)
    select (entry ->> 'key')::bigint, array_to_tsvector(array(select jsonb_array_elements_text(entry -> 'words')))
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as entry
    on conflict (key) do update set words = excluded.words`.execute(trx)
}

function withinLimit(words: readonly string[]): readonly string[] {
  let bytes = 0
  const end = words.findIndex((word, index) => {
    bytes += Buffer.byteLength(word)
    return index === entryWordsMax || bytes > wordBytesMax
  })
  return end === -1 ? words : words.slice(0, end)
}

export async function removeSearchEntries(
  trx: Trx,
  table: SearchTable,
  keys: readonly number[],
): Promise<void> {
  const key = sql.ref(isSqlite(trx) ? 'rowid' : 'key')
  for (const each of keys) await sql`delete from ${sql.table(table)} where ${key} = ${each}`.execute(trx)
}

/** Limits the time of a search. PostgreSQL stops the statement; on SQLite no further piece is read. */
export async function searchWithin<T>(
  db: Db,
  { ms, signal }: { ms: number; signal?: AbortSignal | undefined },
  work: (reader: SearchReader) => Promise<T>,
): Promise<T> {
  const endsAt = performance.now() + ms
  if (isSqlite(db)) return work({ db, endsAt, signal })
  try {
    return await db.transaction().execute(async trx => {
      // Not a generic plan: the words decide whether the index or the newest entries are read faster.
      await sql`select set_config('statement_timeout', ${String(ms)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx)
      return work({ db: trx, endsAt, signal })
    })
  } catch (error) {
    if ((error as { code?: string }).code === queryCanceled) throw new SearchStoppedError()
    throw error
  }
}

const queryCanceled = '57014'

/** The keys of the entries, the highest first. */
export async function findSearchKeys(reader: SearchReader, query: SearchQuery): Promise<number[]> {
  const { db, endsAt, signal } = reader
  if (query.oneOf?.length === 0) return []
  if (performance.now() > endsAt || signal?.aborted) throw new SearchStoppedError()
  if (isSqlite(db)) return findKeysInPieces(reader, query)
  const { from, below } = rangeOf(query)
  const rows = await db
    .selectFrom(query.table)
    .select('key')
    .where(sql<boolean>`words @@ ${toTsquery(query)}::tsquery`)
    .$if(query.rank !== undefined, entries => entries.where('key', '>=', from).where('key', '<', below))
    .orderBy('key', 'desc')
    .limit(query.limit)
    .execute()
  return rows.map(row => row.key)
}

/** Every word is quoted, so nothing that a user typed is an operator. */
function toTsquery({ all, oneOf }: SearchQuery): string {
  const quoted = (word: string) => `'${word.replace(/['\\]/g, '$&$&')}'`
  const terms = all.map(({ word, isBeginning }) => `${quoted(word)}${isBeginning ? ':*' : ''}`)
  const some = oneOf && `(${oneOf.map(quoted).join(' | ')})`
  return [...terms, ...(some === undefined ? [] : [some])].join(' & ')
}
