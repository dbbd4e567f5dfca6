import { type SelectQueryBuilder, sql } from 'kysely'
import type { RecordKind, RecordTarget } from '#shared/contract/record.ts'
import { limits } from '#shared/limits.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, RecordEntriesTable, Tables, Trx } from '../../db/schema.ts'
import type { ActedBy } from '../../events/event.ts'
import { searchDetails, serializeDetails } from './recorded-as.ts'

export type NewEntry = Omit<RecordEntriesTable, 'id'>
export type EntryRow = NewEntry & { id: number }

/** `from` is included, `before` is not; both are instants. */
export type RecordFilter = {
  from?: string | undefined
  before?: string | undefined
  actorId?: number | undefined
  kind?: RecordKind | undefined
  userId?: number | undefined
}

/** Rows per statement: SQLite takes a limited number of values. */
const rowsPerInsert = 500

export async function insertEntries(trx: Trx, rows: readonly NewEntry[]): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert)
    await trx
      .insertInto('record_entries')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute()
}

type Selected<Row> = SelectQueryBuilder<Tables, 'record_entries', Row>

function narrow<Row>(query: Selected<Row>, { from, before, actorId, kind, userId }: RecordFilter) {
  let narrowed = query
  if (from !== undefined) narrowed = narrowed.where('at', '>=', from)
  if (before !== undefined) narrowed = narrowed.where('at', '<', before)
  if (actorId !== undefined) narrowed = narrowed.where('actor_id', '=', actorId)
  if (kind !== undefined) narrowed = narrowed.where('kind', '=', kind)
  if (userId !== undefined) narrowed = narrowed.where('user_id', '=', userId)
  return narrowed
}

/**
 * Counts no further than the limit: counting ten million rows would take seconds. The order makes PostgreSQL read the index
 * of the pages and not the table.
 */
export async function countEntries(db: Db, filter: RecordFilter): Promise<number> {
  const some = narrow(db.selectFrom('record_entries').select('id'), filter)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.recordCountMax)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The newest first. Only the ids are read up to the offset, which an index has. */
export async function findEntries(
  db: Db,
  filter: RecordFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const found = await narrow(db.selectFrom('record_entries').select('id'), filter)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return findByIds(
    db,
    found.map(({ id }) => id),
  )
}

/** The page that follows an entry, for exports. */
export function findEntriesAfter(
  db: Db,
  filter: RecordFilter,
  { after, limit }: { after: Pick<EntryRow, 'id' | 'at'> | undefined; limit: number },
): Promise<EntryRow[]> {
  const query = narrow(db.selectFrom('record_entries').selectAll(), filter)
  return (after === undefined ? query : query.where(sql<boolean>`(at, id) < (${after.at}, ${after.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function findByIds(db: Db, ids: readonly number[]): Promise<EntryRow[]> {
  return db
    .selectFrom('record_entries')
    .selectAll()
    .where(isOneOf(db, 'id', ids))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Whether a user has searched since then, from this address and in this way. */
export async function hasSearchedSince(
  db: Db,
  { id, via, address }: ActedBy & { readonly id: number },
  since: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('record_entries')
    .select('id')
    .where('actor_id', '=', id)
    .where('at', '>', since)
    .where('kind', '=', 'export.made')
    .where('via', '=', via)
    .where(sql<boolean>`coalesce(address, '') = ${address ?? ''}`)
    .where('details', '=', serializeDetails(searchDetails))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const signInKinds: RecordKind[] = ['sign_in.succeeded', 'sign_in.refused', 'sign_in.ended']

const selectOwnSignIns = (db: Db, userId: number) =>
  db
    .selectFrom('record_entries')
    .select(['at', 'id'])
    .where('user_id', '=', userId)
    .where('kind', 'in', signInKinds)
const selectActsOfTokens = (db: Db, userId: number) =>
  db
    .selectFrom('record_entries')
    .select(['at', 'id'])
    .where('actor_id', '=', userId)
    .where('via', '=', 'token')

/** The sign-ins of a user, and what their tokens did: each from its own index, as far as the page needs. */
export async function findOwnEntries(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRow[]> {
  const pages = await Promise.all(
    [selectOwnSignIns(db, userId), selectActsOfTokens(db, userId)].map(query =>
      query
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + offset)
        .execute(),
    ),
  )
  const unique = new Map(pages.flat().map(row => [row.id, row]))
  const sorted = [...unique.values()].sort((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
  return findByIds(
    db,
    sorted.slice(offset, offset + limit).map(({ id }) => id),
  )
}

export async function countOwnEntries(db: Db, userId: number): Promise<number> {
  const some = selectOwnSignIns(db, userId).union(selectActsOfTokens(db, userId)).limit(limits.recordCountMax)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const nameColumns = {
  user: 'users.name',
  team: 'teams.name',
  project: 'projects.name',
  report: 'reports.date',
  file: 'project_files.file_name',
  holiday: 'holidays.name',
  webhook: 'webhooks.name',
  source: 'activity_sources.name',
} as const

/** The names of things as they are now. Links have none, and what is gone has none any more. */
export async function findNames(
  db: Db,
  type: RecordTarget,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (type === 'url' || ids.length === 0) return new Map()
  const [table = '', column = ''] = nameColumns[type].split('.')
  const rows = await db
    .selectFrom(table as 'users')
    .select(['id', sql.ref<string>(column).as('name')])
    .where(isOneOf(db, 'id', ids))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The triggers of the table let entries from before this instant be deleted, in the transaction that sets it. */
const passName = 'record_drop_before'

/** Deletes the oldest entries from before an instant, and returns how many. */
export async function dropEntries(trx: Trx, before: string, limit: number): Promise<number> {
  await trx.insertInto('shared_values').values({ name: passName, value: before }).execute()
  const oldest = trx
    .selectFrom('record_entries')
    .select('id')
    .where('at', '<', before)
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
  const deleted = await trx.deleteFrom('record_entries').where('id', 'in', oldest).executeTakeFirst()
  await trx.deleteFrom('shared_values').where('name', '=', passName).execute()
  return Number(deleted.numDeletedRows)
}
