import {
  type QuickSearchQuery,
  type QuickSearchReply,
  type SearchHit,
  type SearchQuery,
  type SearchReply,
  type SearchType,
  searchTypes,
} from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { can } from '#shared/permissions.ts'
import { searchedWords } from '#shared/search-words.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { findSearchKeys, searchWithin } from '../../db/search-index.ts'
import { idOfKey, type SearchReader, SearchStoppedError } from '../../db/search-query.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { isVisible, peopleInSight } from '../../identity/visible-people.ts'
import { createYielder } from '../../lib/yield-if-long.ts'
import { recordSearch } from '../record/record.service.ts'
import { type VisibleTasks, visibleTasks } from '../tasks/tasks.service.ts'
import { isName, tableOf, termsOfOwners, textTerms } from './entries.ts'
import { findNames, type Owners } from './find-names.ts'
import { findWholeProgress } from './progress.queries.ts'
import { presentHit } from './search.presenter.ts'
import { findSearchables, isOfVisible } from './searchables.queries.ts'

type Question = { q: string; visible: VisibleTasks; viewer: SignedIn; signal: AbortSignal }

/** The hits of all kinds are found first, so that one number says how many pages there are; only those of the page are read. */
export async function search(
  ctx: Context,
  viewer: SignedIn,
  query: SearchQuery,
  signal: AbortSignal,
): Promise<SearchReply> {
  const { q, type, page, limit, teamId } = query
  if (can(viewer, 'report.readAll')) await recordSearch(ctx, viewer)
  const [visible, indexing] = await Promise.all([
    visibleTasks(ctx.db, viewer, teamId),
    findWholeProgress(ctx.db),
  ])
  const found = await findAll(ctx, { q, visible, viewer, signal }, searchTypes, limits.searchCountMax)
  const shown = searchTypes.filter(each => type === undefined || each === type)
  const all = shown.flatMap(each => found[each].map(id => ({ type: each, id })))
  return {
    data: await readHits(ctx.db, viewer, q, all.slice((page - 1) * limit, page * limit)),
    counts: {
      report: found.report.length,
      comment: found.comment.length,
      task: found.task.length,
      project: found.project.length,
      person: found.person.length,
    },
    pagination: paginationOf(all.length, { page, limit }),
    indexing,
  }
}

const parts = {
  names: searchTypes.filter(isName),
  texts: searchTypes.filter(type => !isName(type)),
} satisfies Record<QuickSearchQuery['of'], SearchType[]>

/** The first hits of each kind, while someone types. */
export async function quickSearch(
  ctx: Context,
  viewer: SignedIn,
  { q, of, teamId }: QuickSearchQuery,
  signal: AbortSignal,
): Promise<QuickSearchReply> {
  if (can(viewer, 'report.readAll')) await recordSearch(ctx, viewer)
  const visible = await visibleTasks(ctx.db, viewer, teamId)
  const found = await findAll(ctx, { q, visible, viewer, signal }, parts[of], limits.quickSearchMax)
  const hits = parts[of].flatMap(type => found[type].map(id => ({ type, id })))
  return { data: await readHits(ctx.db, viewer, q, hits) }
}

type Found = Record<SearchType, number[]>

/** The ids of the first hits of each kind, in their order. */
async function findAll(
  { db }: Context,
  question: Question,
  types: readonly SearchType[],
  limit: number,
): Promise<Found> {
  const found: Found = { person: [], project: [], task: [], report: [], comment: [] }
  try {
    await searchWithin(db, { ms: limits.searchTimeoutMs, signal: question.signal }, async reader => {
      for (const type of types) found[type] = await findIds(reader, question, type, limit)
    })
  } catch (error) {
    if (error instanceof SearchStoppedError) throw refuse('search_too_slow')
    throw error
  }
  return found
}

/** What the viewer may read is part of the question to the index: what they may not read is neither found nor counted. */
async function findIds(
  reader: SearchReader,
  { q, visible, viewer }: Question,
  type: SearchType,
  limit: number,
): Promise<number[]> {
  if (type === 'person' && !can(viewer, 'user.list')) return []
  const { people, creatorId } = visible
  const owners: Owners =
    type === 'project'
      ? { oneOf: undefined }
      : {
          oneOf: termsOfOwners(people.ids, type === 'task' ? creatorId : undefined),
          isOneOf: isOfVisible(reader.db, type, visible),
        }
  if (isName(type)) return findNames(reader, { type, q, owners, limit })
  const all = textTerms(q)
  if (all.length === 0) return []
  const keys = await findSearchKeys(reader, { table: tableOf(type), all, ...owners, limit })
  return keys.map(idOfKey)
}

/** A thing that was deleted meanwhile is left out. */
async function readHits(
  db: Db,
  viewer: SignedIn,
  q: string,
  hits: readonly { type: SearchType; id: number }[],
): Promise<SearchHit[]> {
  const searched = searchedWords(q)
  const hitsByType = Map.groupBy(hits, hit => hit.type)
  const things = new Map(
    await Promise.all(
      [...hitsByType].map(async ([type, some]) => {
        const found = await findSearchables(
          db,
          type,
          some.map(({ id }) => id),
        )
        return [type, new Map(found.map(thing => [thing.id, thing]))] as const
      }),
    ),
  )
  const people = await peopleInSight(db, viewer)
  const yieldIfLong = createYielder()
  const presented: SearchHit[] = []
  for (const { type, id } of hits) {
    const thing = things.get(type)?.get(id)
    if (!thing) continue
    // A limited manager also finds tasks that they gave to a person who is now out of sight.
    const person = thing.person && isVisible(people, thing.person.id) ? thing.person : null
    presented.push(await presentHit(type, { ...thing, person }, viewer, searched, yieldIfLong))
  }
  return presented
}
