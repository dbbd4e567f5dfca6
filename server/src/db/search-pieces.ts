import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tables } from './schema.ts'
import {
  rangeOf,
  type SearchQuery,
  type SearchReader,
  SearchStoppedError,
  type SearchTable,
  type SearchTerm,
  type Stretch,
  stretchOf,
} from './search-query.ts'

// A query on SQLite blocks the event loop and can't be stopped. If one of the words is rare, one query searches all
// entries: FTS5 goes from one entry of the rare word to the next and skips most entries of the other words. Otherwise
// the search is split into pieces, from the newest entries to the oldest, so that other requests wait only a few
// milliseconds. Four things would take long in a piece of any size, and are avoided:
// - FTS5 finds the first entry with all words before it checks the range of keys. So each entry also has a word for its
//   stretch of keys, and a piece searches for the words of some stretches.
// - FTS5 reads all entries of a prefix before it returns the first, unless it has an index for prefixes of this length.
//   Other prefixes are replaced by the words that begin with them.
// - FTS5 opens every word of a list, so a long list is split into several queries.
// - FTS5 checks every word of a list for each entry, so many people are a condition instead of a list of words.

/** FTS5 has an index for prefixes of these lengths. */
export const indexedBeginnings = [2, 3, 4]

/** The most words of a list in one query. */
const wordsMax = 100
/** The most words with the same prefix. With more, a search would take too long. */
const alikeMax = 2000
/** The newest entries are often enough, so the first piece is one stretch. Further pieces double up to this many. */
const stretchesMax = 16
/** The limit with a condition, which is checked for every entry that has the words. */
const checkedStretchesMax = 8
/** For up to this many people, a list of words takes less time than the condition. */
const ownersMax = 20
/** How many steps from an entry to the next one of another word take a few milliseconds. */
const stepsMax = 40_000

/** The word that every entry of a stretch has in addition to its own. */
export const wordOfStretch = ({ name }: Stretch) => `~${name}`

/** The keys of the entries, the highest first. */
export async function findKeysInPieces(
  reader: SearchReader,
  query: SearchQuery,
  steps = stepsMax,
): Promise<number[]> {
  const lists = await toLists(reader, query)
  if (lists === undefined) return []
  const { table, limit } = query
  const questions = toQuestions(lists)
  const condition = isLong(query) ? query.isOneOf : undefined
  const range = rangeOf(query)
  // Entries with several words are few, so the condition takes time only if there is one word.
  const others = condition && lists.length === 1 ? 2 : lists.length - 1
  if (others === 0 || (await hasRare(reader, table, lists, Math.floor(steps / others))))
    return findInPiece(reader, questions, { table, within: undefined, range, condition, limit })
  const found: number[] = []
  let count = 1
  while (found.length < limit) {
    await pause(reader)
    const stretches = await findStretches(reader.db, table, range, count)
    const last = stretches.at(-1)
    if (last === undefined) break
    const within = anyOf(stretches.map(stretch => quoted(wordOfStretch(stretch))))
    const piece = { table, within, range, condition, limit: limit - found.length }
    for (const key of await findInPiece(reader, questions, piece)) found.push(key)
    count = Math.min(2 * count, condition ? checkedStretchesMax : stretchesMax)
    range.below = last.from
  }
  return found
}

const isLong = ({ oneOf, isOneOf }: SearchQuery) => isOneOf !== undefined && (oneOf?.length ?? 0) > ownersMax

/** Whether the words of one of the lists have at most `most` entries. */
async function hasRare(
  reader: SearchReader,
  table: SearchTable,
  lists: readonly string[][],
  most: number,
): Promise<boolean> {
  for (const list of lists) {
    let count = 0
    for (const words of inChunks(list)) {
      if (count > most) break
      await pause(reader)
      count += await countMatching(reader.db, table, anyOf(words), most + 1)
    }
    if (count <= most) return true
  }
  return false
}

async function countMatching(db: Db, table: SearchTable, match: string, most: number): Promise<number> {
  const key = sql.ref<number>('rowid')
  const found = db
    .selectFrom(table)
    .select(key.as('key'))
    .where(sql<boolean>`${sql.ref(table)} match ${match}`)
    .limit(most)
  const counted = await db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return counted.count
}

type Range = { from: number; below: number }

type Piece = {
  table: SearchTable
  /** The words of the stretches; undefined for all entries in the range. */
  within: string | undefined
  range: Range
  condition: SearchQuery['isOneOf']
  limit: number
}

/** FTS5 expressions. An entry is found if each of these lists has an expression that matches it. */
type Questions = string[][]

async function findInPiece(reader: SearchReader, questions: Questions, piece: Piece): Promise<number[]> {
  const { within, limit } = piece
  let found: number[] | undefined
  for (const alternatives of questions) {
    const some = new Set<number>()
    for (const question of alternatives) {
      await pause(reader)
      // With several lists, each is read to the end of the piece, to find the entries that all of them have.
      const most = questions.length === 1 ? limit : undefined
      const match = within === undefined ? question : `${within} AND ${question}`
      for (const key of await findMatching(reader.db, piece, match, most)) some.add(key)
    }
    found = found === undefined ? [...some] : found.filter(key => some.has(key))
    if (found.length === 0) break
  }
  return (found ?? []).sort((a, b) => b - a).slice(0, limit)
}

async function findMatching(
  db: Db,
  { table, range, condition }: Piece,
  match: string,
  limit: number | undefined,
): Promise<number[]> {
  const key = sql.ref<number>(`${table}.rowid`)
  const rows = await db
    .selectFrom(table)
    .select(key.as('key'))
    .where(sql<boolean>`${sql.ref(table)} match ${match}`)
    .where(key, '>=', range.from)
    .where(key, '<', range.below)
    .$if(condition !== undefined, query => query.where(condition?.(key) as RawBuilder<boolean>))
    .orderBy(key, 'desc')
    .$if(limit !== undefined, query => query.limit(limit as number))
    .execute()
  return rows.map(row => row.key)
}

/** The last stretches of a range that have entries, the last one first. */
async function findStretches(
  db: Db,
  table: SearchTable,
  { from, below }: Range,
  count: number,
): Promise<Stretch[]> {
  const stretches: Stretch[] = []
  for (let end = below; stretches.length < count; ) {
    // This table of FTS5 has a row for each entry, ordered by key.
    const row = await db
      .selectFrom(`${table}_docsize` as keyof Tables as 'users')
      .select('id')
      .where('id', '>=', from)
      .where('id', '<', end)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) break
    const stretch = stretchOf(table, row.id)
    stretches.push(stretch)
    end = stretch.from
  }
  return stretches
}

/** For each term, the words of which an entry must have one. Undefined if no word begins with one of the terms. */
async function toLists(reader: SearchReader, query: SearchQuery): Promise<string[][] | undefined> {
  const { table, all, oneOf } = query
  const lists = oneOf && !isLong(query) ? [oneOf.map(quoted)] : []
  for (const term of all) {
    const words = await wordsOfTerm(reader, table, term)
    if (words.length === 0) return undefined
    lists.push(words)
  }
  return lists.sort((a, b) => a.length - b.length)
}

/** Short lists share one expression, which is combined with each part of the long lists. */
function toQuestions(lists: readonly string[][]): Questions {
  let count = 0
  const short = lists.filter(({ length }) => {
    count += length
    return count <= wordsMax
  })
  const shared = short.map(anyOf).join(' AND ')
  const long = lists.slice(short.length)
  if (long.length === 0) return [[shared]]
  const together = (words: string[]) => (shared === '' ? anyOf(words) : `${shared} AND ${anyOf(words)}`)
  return long.map(words => inChunks(words).map(together))
}

/** Every word is quoted, so nothing that a user typed is an operator. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
const anyOf = (words: readonly string[]) => (words.length === 1 ? `${words[0]}` : `(${words.join(' OR ')})`)

const inChunks = (words: string[]) =>
  Array.from({ length: Math.ceil(words.length / wordsMax) }, (_, index) =>
    words.slice(index * wordsMax, (index + 1) * wordsMax),
  )

async function wordsOfTerm(
  reader: SearchReader,
  table: SearchTable,
  { word, isBeginning }: SearchTerm,
): Promise<string[]> {
  if (!isBeginning) return [quoted(word)]
  if (indexedBeginnings.includes([...word].length)) return [`${quoted(word)} *`]
  const alike: string[] = []
  for (let from: string | undefined = word; from !== undefined; ) {
    await pause(reader)
    const some = await findWords(reader.db, table, { word, from })
    // Names have many words with few entries each. FTS5 reads all of them faster than it opens each word.
    if (table === 'search_names' && some.length === wordsMax) return [`${quoted(word)} *`]
    for (const each of some) alike.push(quoted(each))
    if (alike.length > alikeMax) throw new SearchStoppedError()
    from = some.length < wordsMax ? undefined : `${some.at(-1)}${beforeLetters}`
  }
  return alike
}

/** The virtual table with all words of an index (fts5vocab). */
export const wordsTable = (table: SearchTable) => sql.table(`${table}_words`)

/** Sorts before every character of a word; `afterLetters` sorts after all of them. */
const beforeLetters = '!'
const afterLetters = '\u{10ffff}'

/** Finds each word with a query of its own, because the table has a row for each word of each entry. */
async function findWords(
  db: Db,
  table: SearchTable,
  { word, from }: { word: string; from: string },
): Promise<string[]> {
  const end = `${word}${afterLetters}`
  const words: RawBuilder<{ term: string }> = sql`(with recursive words (term) as (
    select (select term from ${wordsTable(table)} where term >= ${from} limit 1)
    union all
    select (select term from ${wordsTable(table)} where term >= words.term || ${beforeLetters} limit 1)
      from words where words.term < ${end}
    limit ${wordsMax}
  ) select term from words where term < ${end})`
  const rows = await db.selectFrom(words.as('words')).select('words.term').execute()
  return rows.map(row => row.term)
}

/** Lets other requests run, and ends the search if its time is over or its client has left. */
async function pause({ endsAt, signal }: SearchReader): Promise<void> {
  await yieldToEventLoop()
  if (performance.now() > endsAt || signal?.aborted) throw new SearchStoppedError()
}
