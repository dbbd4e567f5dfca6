import type { SearchType } from '#shared/contract/search.ts'
import { matches, searchedWords, wholeName, wordsOf } from '#shared/search-words.ts'
import { findSearchKeys } from '../../db/search-index.ts'
import { idOfKey, type SearchQuery, type SearchReader, type SearchTerm } from '../../db/search-query.ts'
import { namedTerms, nameTerms, rankOf, tableOf } from './entries.ts'
import { findTitles } from './searchables.queries.ts'

/** Whose things are asked for. */
export type Owners = Pick<SearchQuery, 'oneOf' | 'isOneOf'>
type Wanted = { type: SearchType; q: string; owners: Owners; limit: number }

/** So many names are read to find out which fit best, or as many as are asked for. */
const comparedNames = 500

/**
 * The ids of the names that fit best: the whole name, then its whole words, then beginnings of its words, then what is found
 * beside it, such as a description; those that fit alike in alphabetical order. If more are found than can be compared, the
 * index is asked for each of these in turn, so the best are always among them.
 */
export async function findNames(reader: SearchReader, { type, q, owners, limit }: Wanted): Promise<number[]> {
  const find = async (all: readonly SearchTerm[], most: number) => {
    const query = { table: tableOf(type), rank: rankOf(type), all, ...owners, limit: most }
    return (await findSearchKeys(reader, query)).map(idOfKey)
  }
  const comparedMax = Math.max(limit, comparedNames)
  const newest = await find(nameTerms(q), comparedMax + 1)
  if (newest.length <= comparedMax) return rankByFit(reader, type, q, newest, limit)
  const best = new Set<number>()
  for (const terms of namedTerms(q)) {
    for (const id of await find(terms, comparedMax)) best.add(id)
    if (best.size >= limit) break
  }
  for (const id of newest) if (best.size < limit) best.add(id)
  return rankByFit(reader, type, q, [...best], limit)
}

async function rankByFit(
  { db }: SearchReader,
  type: SearchType,
  q: string,
  ids: readonly number[],
  limit: number,
): Promise<number[]> {
  const searched = searchedWords(q)
  const name = wholeName(q)
  const titles = await findTitles(db, type, ids)
  return titles
    .map(({ id, title }) => {
      const key = wholeName(title)
      return { id, key, fit: key === name ? 0 : fitOf(title, searched) }
    })
    .sort((a, b) => a.fit - b.fit || compare(a.key, b.key) || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

function fitOf(title: string, searched: readonly string[]): number {
  const words = wordsOf(title)
  if (searched.every(each => words.includes(each))) return 1
  return searched.every(each => words.some(word => matches(word, each))) ? 2 : 3
}

/** By code, so that the order is the same everywhere. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
