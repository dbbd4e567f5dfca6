import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

export const searchTables = ['search_reports', 'search_comments', 'search_names'] as const
/** On SQLite these are virtual tables, so only PostgreSQL has them in its list of tables. */
export const isSearchTable = (name: string) => searchTables.some(table => table === name)
export type SearchTable = (typeof searchTables)[number]

/** A key is a safe integer: an id, which is below this, and a rank above it, which is a day or a kind of name. */
const ranked = 2 ** 33
const rankMax = 2 ** 20 - 1

export const searchKey = (rank: number, id: number) => Math.min(rank, rankMax) * ranked + id
export const idOfKey = (key: number) => key % ranked
/** `idOfKey` in SQL. The result is an integer, because with a fraction SQLite would not use the index of ids. */
export const idOfKeyInSql = (key: RawBuilder<number>) => sql<number>`(${key} % ${sql.lit(ranked)})`

/** A word, or the beginning of one. */
export type SearchTerm = { word: string; isBeginning: boolean }

export type SearchQuery = {
  table: SearchTable
  /** The entry must have all of these. */
  all: readonly SearchTerm[]
  /** The entry must also have at least one of these; undefined if it needn't. */
  oneOf: readonly string[] | undefined
  /** The same as a condition on the key of an entry. On SQLite it takes less time than many words. */
  isOneOf?: ((key: RawBuilder<number>) => RawBuilder<boolean>) | undefined
  /** Only entries of this rank are found; undefined for all entries. */
  rank?: number | undefined
  limit: number
}

/** A search that took too long and was stopped. */
export class SearchStoppedError extends Error {}

/** The database connection of a search, and when the search has to end. */
export type SearchReader = { db: Db; endsAt: number; signal: AbortSignal | undefined }

/** The keys that entries of this rank can have. */
export const rangeOf = ({ rank }: Pick<SearchQuery, 'rank'>) => ({
  from: rank === undefined ? 0 : searchKey(rank, 0),
  below: rank === undefined ? Number.MAX_SAFE_INTEGER : searchKey(rank + 1, 0),
})

const daysTogether = 8
const idsTogether = 8192

/** A range of neighbouring keys, which begins with the lowest key that it can contain. */
export type Stretch = { name: string; from: number }

/** A stretch has some thousand entries: reports of about a week, or comments and names with neighbouring ids. */
export function stretchOf(table: SearchTable, key: number): Stretch {
  const rank = Math.floor(key / ranked)
  if (table === 'search_reports') {
    const days = Math.floor(rank / daysTogether)
    return { name: String(days), from: searchKey(days * daysTogether, 0) }
  }
  const part = Math.floor(idOfKey(key) / idsTogether)
  return { name: `${rank}_${part}`, from: searchKey(rank, part * idsTogether) }
}
