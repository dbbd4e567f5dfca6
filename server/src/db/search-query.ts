import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

export const searchTables = ['search_reports', 'search_comments', 'search_names'] as const
/** On SQLite they are virtual, so lists of tables have them on PostgreSQL alone. */
export const isSearchTable = (name: string) => searchTables.some(table => table === name)
export type SearchTable = (typeof searchTables)[number]

/** Ids are below this. Above it, in the same safe integer, is a rank: a day, or a kind of name. */
const ranked = 2 ** 33
const rankMax = 2 ** 20 - 1

export const searchKey = (rank: number, id: number) => Math.min(rank, rankMax) * ranked + id
export const idOfKey = (key: number) => key % ranked
/** The same in SQL. As a whole number, because with a fraction SQLite would not look in the index of ids. */
export const idOfKeyInSql = (key: RawBuilder<number>) => sql<number>`(${key} % ${sql.lit(ranked)})`

/** A word, or the beginning of one. */
export type SearchTerm = { word: string; isBeginning: boolean }

export type SearchQuery = {
  table: SearchTable
  /** The entry has all of these. */
  all: readonly SearchTerm[]
  /** The entry has at least one of these, too. Undefined: any entry. */
  oneOf: readonly string[] | undefined
  /** The same of the key of an entry. It takes less time on SQLite than many words. */
  isOneOf?: ((key: RawBuilder<number>) => RawBuilder<boolean>) | undefined
  /** Only entries of this rank. Undefined: all of the table. */
  rank?: number | undefined
  limit: number
}

/** A search that took too long and was stopped. */
export class SearchStoppedError extends Error {}

/** What a search reads with, and until when. */
export type SearchReader = { db: Db; endsAt: number; signal: AbortSignal | undefined }

/** The keys that entries of this rank can have. */
export const rangeOf = ({ rank }: Pick<SearchQuery, 'rank'>) => ({
  from: rank === undefined ? 0 : searchKey(rank, 0),
  below: rank === undefined ? Number.MAX_SAFE_INTEGER : searchKey(rank + 1, 0),
})

const daysTogether = 8
const idsTogether = 8192

/** Neighbouring keys, from the first that they can be. */
export type Stretch = { name: string; from: number }

/** Some thousand entries: reports of about a week, or comments and names with neighbouring ids. */
export function stretchOf(table: SearchTable, key: number): Stretch {
  const rank = Math.floor(key / ranked)
  if (table === 'search_reports') {
    const days = Math.floor(rank / daysTogether)
    return { name: String(days), from: searchKey(days * daysTogether, 0) }
  }
  const part = Math.floor(idOfKey(key) / idsTogether)
  return { name: `${rank}_${part}`, from: searchKey(rank, part * idsTogether) }
}
