import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../test/start-test-app.ts'
import { isSqlite } from './engine.ts'
import { findSearchKeys, removeSearchEntries, saveSearchEntry, searchWithin } from './search-index.ts'
import { findKeysInPieces } from './search-pieces.ts'
import {
  idOfKeyInSql,
  type SearchQuery,
  SearchStoppedError,
  type SearchTerm,
  searchKey,
} from './search-query.ts'

const { db } = await startTestApp({ withCast: false })

const find = (query: Omit<SearchQuery, 'table'>, signal?: AbortSignal) =>
  searchWithin(db, { ms: 60_000, signal }, reader =>
    findSearchKeys(reader, { table: 'search_reports', ...query }),
  )
/** Searches as if all words had too many entries for one query. */
const findInPieces = (query: Omit<SearchQuery, 'table'>) =>
  searchWithin(db, { ms: 60_000 }, reader =>
    findKeysInPieces(reader, { table: 'search_reports', ...query }, 5),
  )
const whole = (word: string): SearchTerm => ({ word, isBeginning: false })
const beginning = (word: string): SearchTerm => ({ word, isBeginning: true })

/** Entries of several years, many of them of one day. Every fifth was replaced and every seventh removed. */
const entries = new Map<number, string[]>()
const days = [0, 1, 7, 8, 9, 400, 1000, 1001, 5000]
const owners = 260

const wordsOfEntry = (index: number) => [
  `@${index % owners}`,
  'every',
  ...(index % 2 === 0 ? ['even'] : ['odd']),
  ...(index % 97 === 0 ? ['seldom'] : []),
  `number${index}`,
  `書${String.fromCodePoint(0x4e00 + (index % 300))}`,
]

beforeAll(async () => {
  await db.transaction().execute(async trx => {
    for (let index = 0; index < 1500; index++) {
      const key = searchKey(days[index % days.length] as number, index + 1)
      const save = (words: string[]) => saveSearchEntry(trx, { table: 'search_reports', key, words })
      if (index % 5 === 0) await save(['replaced', 'even', 'odd'])
      await save(wordsOfEntry(index))
      if (index % 7 === 0) await removeSearchEntries(trx, 'search_reports', [key])
      else entries.set(key, wordsOfEntry(index))
    }
  })
})

function expected({ all, oneOf, limit }: Omit<SearchQuery, 'table'>): number[] {
  const has = (words: string[], { word, isBeginning }: SearchTerm) =>
    words.some(each => (isBeginning ? each.startsWith(word) : each === word))
  return [...entries]
    .filter(([, words]) => all.every(term => has(words, term)))
    .filter(([, words]) => oneOf === undefined || oneOf.some(word => words.includes(word)))
    .map(([key]) => key)
    .sort((a, b) => b - a)
    .slice(0, limit)
}

/** A condition that finds the same entries as the words of these people. */
const isOneOfPeople = (words: readonly string[]): SearchQuery['isOneOf'] => {
  const numbers = sql.join(words.map(word => sql.lit(Number(word.slice(1)))))
  return key => sql<boolean>`((${idOfKeyInSql(key)} - 1) % ${sql.lit(owners)}) in (${numbers})`
}

const people = (count: number) => Array.from({ length: count }, (_, index) => `@${index}`)

// SQLite searches differently depending on the length of beginnings and lists and on the distance between entries.
describe.each([
  ['everyone', undefined],
  ['no one', []],
  ['one person', people(1)],
  ['some people', people(99)],
  ['most people', people(250)],
] as const)('entries of %s are found by', (_name, oneOf) => {
  test.each([
    ['a word of all', [whole('every')]],
    ['words that no entry has together', [whole('even'), whole('odd')]],
    ['a seldom word and a common one', [whole('seldom'), whole('odd')]],
    ['a word that is gone', [whole('replaced')]],
    ['an unknown word', [whole('every'), whole('unknown')]],
    ['a beginning of one character', [beginning('書')]],
    ['a beginning of two', [beginning('ev')]],
    ['a beginning of four', [beginning('numb'), whole('even')]],
    ['a long beginning of many words', [beginning('number'), whole('even')]],
    ['a long beginning of few words', [beginning('number11')]],
    ['two long beginnings of many words', [beginning('number1'), beginning('書')]],
    ['a beginning of no word', [beginning('numbers')]],
    ['many words', [...'every'].map((_, index) => beginning('every'.slice(0, index + 1)))],
  ])('%s', async (_title, all) => {
    for (const limit of [1, 20, 5000]) {
      const right = expected({ all, oneOf, limit })
      const query = { all, oneOf, limit }
      const withCondition = { ...query, isOneOf: oneOf?.length ? isOneOfPeople(oneOf) : undefined }
      expect(await find(query)).toEqual(right)
      expect(await find(withCondition)).toEqual(right)
      if (!isSqlite(db) || oneOf?.length === 0) continue
      expect(await findInPieces(query)).toEqual(right)
      expect(await findInPieces(withCondition)).toEqual(right)
    }
  })
})

test('a search ends once its client has left', async () => {
  const left = new AbortController()
  left.abort()
  await expect(find({ all: [whole('every')], oneOf: undefined, limit: 1 }, left.signal)).rejects.toThrow(
    SearchStoppedError,
  )
})
