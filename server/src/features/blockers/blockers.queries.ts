import { sql } from 'kysely'
import type { BlockerState } from '#shared/contract/blockers.ts'
import { addDays, beginOfDay } from '#shared/dates.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { type Change, countWithin, findStart } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

export type BlockerRow = NonNullable<Awaited<ReturnType<typeof findBlocker>>>

const selectBlockers = (db: Db) =>
  db
    .selectFrom('blockers')
    .innerJoin('users as authors', 'authors.id', 'blockers.user_id')
    .leftJoin('projects', 'projects.id', 'blockers.project_id')
    .leftJoin('users as owners', 'owners.id', 'blockers.owner_id')
    .leftJoin('users as resolvers', 'resolvers.id', 'blockers.resolved_by')
    .select([
      'blockers.id',
      'blockers.report_id',
      'blockers.user_id',
      'authors.name as user_name',
      'blockers.project_id',
      'projects.name as project_name',
      'blockers.opened_on',
      'blockers.owner_id',
      'owners.name as owner_name',
      'blockers.resolved_at',
      'resolvers.name as resolved_by_name',
      'blockers.note',
    ])

export function findBlocker(db: Db, id: number) {
  return selectBlockers(db).select('blockers.text').where('blockers.id', '=', id).executeTakeFirst()
}

/** In the order of `ids`, each text up to so many characters: the rest of a long one never leaves the database. */
export async function findBlockers(db: Db, ids: readonly number[], longest: number): Promise<BlockerRow[]> {
  if (ids.length === 0) return []
  const rows = await selectBlockers(db)
    .select(sql<string>`substr(blockers.text, 1, ${longest})`.as('text'))
    .where(isOneOf(db, 'blockers.id', ids))
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

type Filter = { state: BlockerState; projectId?: number | undefined }
type Paging = { limit: number; offset: number }
type Page = { total: number; ids: number[] }

const isInState = (state: BlockerState) =>
  state === 'open' ? sql<boolean>`resolved_at is null` : sql<boolean>`resolved_at is not null`

/** What orders a list: open ones by age, resolved ones by when they were. */
const orderedBy = { open: 'opened_on', resolved: 'resolved_at' } as const

function selectIds(db: Db, { state, projectId }: Filter) {
  const query = db.selectFrom('blockers').select('id').where(isInState(state))
  return projectId === undefined ? query : query.where('project_id', '=', projectId)
}

/** Beyond this the page is looked for from the other end, by the kept counts. */
const shortOffset = 500

/** Those of all users. The total comes from kept counts. */
export async function findPageOfAll(db: Db, filter: Filter, { limit, offset }: Paging): Promise<Page> {
  const { state, projectId } = filter
  const counted = { subject: `${state}_blockers`, projectId } as const
  const total = await countWithin(db, counted, {})
  if (offset >= total) return { total, ids: [] }
  if (state === 'open' && offset <= shortOffset) {
    const rows = await selectIds(db, filter)
      // All of them: so that SQLite searches the index instead of reading it from its beginning.
      .where('opened_on', '>', '')
      .orderBy('opened_on')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { total, ids: idsOf(rows) }
  }
  // Days are counted from the newest: the list that begins with the oldest is read from its end.
  const isReversed = state === 'open'
  const many = Math.min(limit, total - offset)
  const start = await findStart(db, counted, {}, isReversed ? total - offset - many : offset)
  if (!start) return { total, ids: [] }
  const column = orderedBy[state]
  let query = selectIds(db, filter)
  if (start.day !== undefined) query = query.where(column, '<', beyond(state, start.day))
  const rows = await query
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(many)
    .offset(start.offset)
    .execute()
  return { total, ids: idsOf(isReversed ? rows.reverse() : rows) }
}

/** Those that were opened on a day or before and are still open, the oldest first. */
export async function findOpenUntil(db: Db, day: string, limit: number): Promise<Page> {
  const [total, rows] = await Promise.all([
    countWithin(db, { subject: 'open_blockers' }, { endDate: day }),
    selectIds(db, { state: 'open' })
      .where('opened_on', '<=', day)
      .orderBy('opened_on')
      .orderBy('id')
      .limit(limit)
      .execute(),
  ])
  return { total, ids: idsOf(rows) }
}

/** What comes after a day, in the column that orders the list. */
const beyond = (state: BlockerState, day: string) =>
  state === 'open' ? addDays(day, 1) : beginOfDay(addDays(day, 1))

/** Those that a user wrote, or wrote or owns: few enough to be counted and stepped over. */
export async function findPageOf(
  db: Db,
  { userId, isOwnerToo, ...filter }: Filter & { userId: number; isOwnerToo: boolean },
  { limit, offset }: Paging,
): Promise<Page> {
  const column = orderedBy[filter.state]
  const written = selectIds(db, filter).select(`${column} as at`).where('user_id', '=', userId)
  const owned = selectIds(db, filter).select(`${column} as at`).where('owner_id', '=', userId)
  // A union, not an "or": PostgreSQL might walk the blockers of all users for the latter.
  const found = db.selectFrom((isOwnerToo ? written.union(owned) : written).as('found'))
  const direction = filter.state === 'open' ? 'asc' : 'desc'
  const [{ count }, rows] = await Promise.all([
    found.select(db.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    found
      .select('id')
      .orderBy('at', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(count), ids: idsOf(rows) }
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(row => row.id)

type NewBlocker = {
  report_id: number
  user_id: number
  project_id: number
  text: string
  text_key: string
  opened_on: string
  created_at: string
}

/** No row if the user has an open one with this text: the unique index decides, also between two at once. */
export const insertUnlessOpen = compileOnce((trx, row: NewBlocker) =>
  trx
    .insertInto('blockers')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'text_key']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id'),
)

/** The open blocker that a report opened with the text it has. */
export function findOpenedBy(trx: Trx, report: { id: number; user_id: number }, key: string) {
  return trx
    .selectFrom('blockers')
    .select(['id', 'text', 'project_id', 'opened_on', 'owner_id'])
    .where('user_id', '=', report.user_id)
    .where('text_key', '=', key)
    .where('resolved_at', 'is', null)
    .where('report_id', '=', report.id)
    .executeTakeFirst()
}

/** False if it was resolved meanwhile. */
export async function updateOpen(
  trx: Trx,
  id: number,
  row: { text: string; text_key: string; project_id: number },
): Promise<boolean> {
  const changed = await trx
    .updateTable('blockers')
    .set(row)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

type Resolution = { resolved_at: string; resolved_by: number; note: string | null }

/** False if it was resolved meanwhile. */
export async function markResolved(trx: Trx, id: number, resolution: Resolution): Promise<boolean> {
  const changed = await trx
    .updateTable('blockers')
    .set(resolution)
    .where('id', '=', id)
    .where('resolved_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

export function markOpen(trx: Trx, id: number) {
  return trx
    .updateTable('blockers')
    .set({ resolved_at: null, resolved_by: null, note: null })
    .where('id', '=', id)
    .execute()
}

export function updateOwner(trx: Trx, id: number, owner_id: number | null) {
  return trx.updateTable('blockers').set({ owner_id }).where('id', '=', id).execute()
}

/** Open blockers of a deleted account need another owner. */
export function disownOpenOnes(trx: Trx, ownerId: number) {
  return trx
    .updateTable('blockers')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .where('resolved_at', 'is', null)
    .execute()
}

type Counted = { project_id: number | null; opened_on: string }

/** One more or less, of all projects and of its own. */
function onDay(state: BlockerState, day: string, projectId: number | null, by: 1 | -1): Change[] {
  const change = { subject: `${state}_blockers`, day, by } as const
  return projectId === null ? [change] : [change, { ...change, projectId }]
}

export const opened = ({ opened_on, project_id }: Counted): Change[] =>
  onDay('open', opened_on, project_id, 1)

export const resolved = ({ opened_on, project_id }: Counted, at: string): Change[] => [
  ...onDay('open', opened_on, project_id, -1),
  ...onDay('resolved', at.slice(0, 10), project_id, 1),
]

export const reopened = ({ opened_on, project_id }: Counted, resolvedAt: string): Change[] => [
  ...onDay('open', opened_on, project_id, 1),
  ...onDay('resolved', resolvedAt.slice(0, 10), project_id, -1),
]

export const moved = ({ opened_on, project_id }: Counted, to: number): Change[] => [
  ...onDay('open', opened_on, project_id, -1),
  ...onDay('open', opened_on, to, 1),
]
