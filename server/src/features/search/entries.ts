import type { SearchType } from '#shared/contract/search.ts'
import { countDays } from '#shared/dates.ts'
import { isOneDigit, isOneLetter, searchedWords, wholeName, wordsOf } from '#shared/search-words.ts'
import { entryWordsMax, type SearchEntry } from '../../db/search-index.ts'
import { type SearchTable, type SearchTerm, searchKey } from '../../db/search-query.ts'
import { createYielder } from '../../lib/yield-if-long.ts'
import type { Searchable } from './searchables.queries.ts'

// What the index stores of a thing, and what a search asks the index for. Beside its words, an entry has words that no text
// has: `@3` for the person whose it is, `#2` for who created it, `_alpha` for a word of its name and `=alpha_beta` for all
// of its name. So the index alone decides who may find a thing, and which names fit best.

const ownedBy = (id: number) => `@${id}`
const createdBy = (id: number) => `#${id}`
const inName = (word: string) => `_${word}`
const isNamed = (name: string) => `=${wholeName(name)}`

/** Names are in one index, because the palette searches all of them for each key. */
const nameRanks = { project: 1, task: 2, person: 3 } as const
type NameType = keyof typeof nameRanks

export const isName = (type: SearchType): type is NameType => type in nameRanks

export function tableOf(type: SearchType): SearchTable {
  if (isName(type)) return 'search_names'
  return type === 'report' ? 'search_reports' : 'search_comments'
}

/** Reports of earlier days are found last. */
const firstDay = '1970-01-01'
const rankOfDay = (date: string) => (date < firstDay ? 0 : countDays(firstDay, date))

/** Reports are found by their date, comments by their id, which grows with time. */
export function keyOf(type: SearchType, { id, date }: { id: number; date: string | null }): number {
  if (isName(type)) return searchKey(nameRanks[type], id)
  return searchKey(type === 'report' && date !== null ? rankOfDay(date) : 0, id)
}

/** The entries of one kind of name. Undefined: the table has no other kind. */
export const rankOf = (type: SearchType) => (isName(type) ? nameRanks[type] : undefined)

export type Indexed = Pick<Searchable, 'id' | 'title' | 'texts' | 'ownerId' | 'creatorId' | 'date'>

/** Other requests run between long texts. */
export async function toEntry(
  type: SearchType,
  thing: Indexed,
  yieldIfLong: () => Promise<void> = createYielder(),
): Promise<SearchEntry> {
  const { title, texts, ownerId, creatorId } = thing
  const words = new Set<string>()
  if (ownerId !== null) words.add(ownedBy(ownerId))
  if (creatorId !== null) words.add(createdBy(creatorId))
  if (isName(type)) {
    words.add(isNamed(title))
    for (const word of wordsOf(title)) words.add(inName(word))
  }
  for (const text of texts) {
    if (words.size >= entryWordsMax) break
    await yieldIfLong()
    for (const word of wordsOf(text)) words.add(word)
  }
  return { table: tableOf(type), key: keyOf(type, thing), words: [...words] }
}

/** The entries of these people, and those that the creator made. Undefined: everyone's. */
export function termsOfOwners(
  ids: readonly number[] | undefined,
  creatorId?: number | undefined,
): string[] | undefined {
  if (ids === undefined) return undefined
  return [...ids.map(ownedBy), ...(creatorId === undefined ? [] : [createdBy(creatorId)])]
}

const whole = (word: string): SearchTerm => ({ word, isBeginning: false })
const beginning = (word: string): SearchTerm => ({ word, isBeginning: true })

/** A digit stands for itself. */
const wordOrBeginning = (word: string, stored = word) =>
  isOneDigit(word) ? whole(stored) : beginning(stored)

/** Of texts: single letters are left out, because they are the beginning of too many words. */
export const textTerms = (text: string): SearchTerm[] =>
  searchedWords(text)
    .filter(word => !isOneLetter(word))
    .map(word => wordOrBeginning(word))

/** Of names and what belongs to them. Single letters begin a word of the name. */
export const nameTerms = (text: string): SearchTerm[] =>
  searchedWords(text).map(word => (isOneLetter(word) ? beginning(inName(word)) : wordOrBeginning(word)))

/** How well a name fits: the whole name, then its whole words, then beginnings of its words. */
export const namedTerms = (text: string): SearchTerm[][] => [
  [whole(isNamed(text))],
  searchedWords(text).map(word => whole(inName(word))),
  searchedWords(text).map(word => wordOrBeginning(word, inName(word))),
]
