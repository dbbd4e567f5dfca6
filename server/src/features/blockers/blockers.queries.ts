import { sql } from 'kysely'
import type { BlockerState } from '#shared/contract/blockers.ts'
import { addDays, startOfDay } from '#shared/dates.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { type Change, countWithin, findStart } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'

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

/** In the order of `ids`. Texts are cut to `longest` characters in the database, so that long ones are not read into memory. */
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

/** Open blockers are sorted by age, resolved ones by when they were resolved. */
const sortColumns = { open: 'opened_on', resolved: 'resolved_at' } as const

function selectIds(db: Db, { state, projectId }: Filter) {
  const query = db.selectFrom('blockers').select('id').where(isInState(state))
  return projectId === undefined ? query : query.where('project_id', '=', projectId)
}

/** For larger offsets the page is found with the stored day counts, because OFFSET reads every row that it skips. */
const shortOffset = 500

/** A page of all users' blockers. The total comes from the stored day counts. */
export async function findPageOfAllUsers(db: Db, filter: Filter, { limit, offset }: Paging): Promise<Page> {
  const { state, projectId } = filter
  const counted = { subject: `${state}_blockers`, projectId } as const
  const total = await countWithin(db, counted, {})
  if (offset >= total) return { total, ids: [] }
  if (state === 'open' && offset <= shortOffset) {
    const rows = await selectIds(db, filter)
      // Matches every row, and makes SQLite search the index instead of scanning it.
      .where('opened_on', '>', '')
      .orderBy('opened_on')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { total, ids: getIds(rows) }
  }
  // The day counts are read from the newest day on, so a list that begins with the oldest blocker is read from its end.
  const isReversed = state === 'open'
  const pageSize = Math.min(limit, total - offset)
  const start = await findStart(db, counted, {}, isReversed ? total - offset - pageSize : offset)
  if (!start) return { total, ids: [] }
  const column = sortColumns[state]
  let query = selectIds(db, filter)
  if (start.day !== undefined) query = query.where(column, '<', startOfNextDay(state, start.day))
  const rows = await query
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(start.offset)
    .execute()
  return { total, ids: getIds(isReversed ? rows.reverse() : rows) }
}

/** Open blockers that were opened on or before a day, the oldest first. */
export async function findOpenUntil(
  db: Db,
  { ids }: VisiblePeople,
  day: string,
  limit: number,
): Promise<Page> {
  const open = selectIds(db, { state: 'open' }).where('opened_on', '<=', day)
  if (ids) {
    // Few people have few open blockers. Sorted in SQL, PostgreSQL would read those of everyone in their order.
    const rows = await open
      .select('opened_on')
      .where(isOneOf(db, 'user_id', ids))
      .execute()
    const sorted = rows.sort((a, b) => a.opened_on.localeCompare(b.opened_on) || a.id - b.id)
    return { total: rows.length, ids: getIds(sorted.slice(0, limit)) }
  }
  const [total, rows] = await Promise.all([
    countWithin(db, { subject: 'open_blockers' }, { endDate: day }),
    open.orderBy('opened_on').orderBy('id').limit(limit).execute(),
  ])
  return { total, ids: getIds(rows) }
}

/** The first value after a day, in the column that sorts the list. */
const startOfNextDay = (state: BlockerState, day: string) =>
  state === 'open' ? addDays(day, 1) : startOfDay(addDays(day, 1))

/** A page of the blockers that these users wrote, or wrote or own. They have few enough to count and skip rows. */
export async function findPageOfUsers(
  db: Db,
  { userIds, isOwnerToo, ...filter }: Filter & { userIds: readonly number[]; isOwnerToo: boolean },
  { limit, offset }: Paging,
): Promise<Page> {
  const column = sortColumns[filter.state]
  const written = selectIds(db, filter)
    .select(`${column} as at`)
    .where(isOneOf(db, 'user_id', userIds))
  const owned = selectIds(db, filter)
    .select(`${column} as at`)
    .where(isOneOf(db, 'owner_id', userIds))
  // For an OR, PostgreSQL might scan the blockers of all users instead of using the two indexes.
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
  return { total: Number(count), ids: getIds(rows) }
}

const getIds = (rows: readonly { id: number }[]) => rows.map(row => row.id)

type NewBlocker = {
  report_id: number
  user_id: number
  project_id: number
  text: string
  text_key: string
  opened_on: string
  created_at: string
}

/** Inserts nothing if the user has an open blocker with this text. The unique index decides, also for concurrent requests. */
export const insertUnlessOpen = compileOnce((trx, row: NewBlocker) =>
  trx
    .insertInto('blockers')
    .values(row)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'text_key']).where('resolved_at', 'is', null).doNothing(),
    )
    .returning('id'),
)

/** The open blocker that a report opened with this text. */
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

/** Returns false if another request resolved it first. */
export async function updateOpenBlocker(
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

/** Returns false if another request resolved it first. */
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

/** For a deleted account: its open blockers need another owner. */
export function clearOwnerOfOpenBlockers(trx: Trx, ownerId: number) {
  return trx
    .updateTable('blockers')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .where('resolved_at', 'is', null)
    .execute()
}

type Counted = { project_id: number | null; opened_on: string }

/** Changes the count of a day, over all projects and for the blocker's own project. */
function countChanges(state: BlockerState, day: string, projectId: number | null, by: 1 | -1): Change[] {
  const change = { subject: `${state}_blockers`, day, by } as const
  return projectId === null ? [change] : [change, { ...change, projectId }]
}

export const openedChanges = ({ opened_on, project_id }: Counted): Change[] =>
  countChanges('open', opened_on, project_id, 1)

export const resolvedChanges = ({ opened_on, project_id }: Counted, at: string): Change[] => [
  ...countChanges('open', opened_on, project_id, -1),
  ...countChanges('resolved', at.slice(0, 10), project_id, 1),
]

export const reopenedChanges = ({ opened_on, project_id }: Counted, resolvedAt: string): Change[] => [
  ...countChanges('open', opened_on, project_id, 1),
  ...countChanges('resolved', resolvedAt.slice(0, 10), project_id, -1),
]

export const movedChanges = ({ opened_on, project_id }: Counted, to: number): Change[] => [
  ...countChanges('open', opened_on, project_id, -1),
  ...countChanges('open', opened_on, to, 1),
]
