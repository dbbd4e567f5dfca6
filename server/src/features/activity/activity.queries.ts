import { sql } from 'kysely'
import type { ActivitySource } from '#shared/contract/activity.ts'
import { limits } from '#shared/limits.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { isOneOf, isOneOfTexts } from '../../db/engine.ts'
import type { ActivityTable, Db, Trx } from '../../db/schema.ts'

// Sources

const shownOfSource = [
  'id',
  'name',
  'kind',
  'project_id',
  'hook_key',
  'created_at',
  'last_event_at',
  'unmatched',
] as const
export type SourceRow = Omit<ActivitySource, 'address'> & { hook_key: string }

export async function findSourcePage(db: Db, { limit, offset }: { limit: number; offset: number }) {
  const [counted, rows] = await Promise.all([
    db.selectFrom('activity_sources').select(db.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    db
      .selectFrom('activity_sources')
      .select(shownOfSource)
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
  ])
  return { total: Number(counted.total), rows }
}

export function findSource(db: Db, id: number): Promise<SourceRow | undefined> {
  return db.selectFrom('activity_sources').select(shownOfSource).where('id', '=', id).executeTakeFirst()
}

export async function findSourceByKey(db: Db, key: string) {
  // Every key is made of these characters, and PostgreSQL refuses to look for U+0000.
  if (!/^[\w-]+$/.test(key)) return undefined
  return db
    .selectFrom('activity_sources')
    .select(['id', 'kind', 'project_id', 'secret'])
    .where('hook_key', '=', key)
    .executeTakeFirst()
}

type NewSource = Pick<ActivitySource, 'name' | 'kind' | 'project_id' | 'created_at'> & {
  hook_key: string
  secret: string
}

export function insertSource(trx: Trx, row: NewSource): Promise<SourceRow> {
  return trx.insertInto('activity_sources').values(row).returning(shownOfSource).executeTakeFirstOrThrow()
}

export async function updateSource(
  trx: Trx,
  id: number,
  row: { name?: string; project_id?: number; secret?: string },
): Promise<void> {
  if (Object.keys(row).length === 0) return
  await trx.updateTable('activity_sources').set(row).where('id', '=', id).execute()
}

export function deleteSource(trx: Trx, id: number) {
  return trx.deleteFrom('activity_sources').where('id', '=', id).returning('name').executeTakeFirst()
}

/** False if one of the keys was stored before. */
export async function insertDelivery(
  trx: Trx,
  { sourceId, keys, now }: { sourceId: number; keys: readonly string[]; now: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('activity_deliveries')
    .values(keys.map(delivery => ({ source_id: sourceId, delivery, received_at: now })))
    .onConflict(conflict => conflict.doNothing())
    .returning('delivery')
    .execute()
  return inserted.length === keys.length
}

export function countEvent(trx: Trx, id: number, { now, unmatched }: { now: string; unmatched: number }) {
  return trx
    .updateTable('activity_sources')
    .set({ last_event_at: now, unmatched: sql`unmatched + ${unmatched}` })
    .where('id', '=', id)
    .execute()
}

// People

/** Finds those of these users who haven't turned activity off. */
export function findUsersWithActivity(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'time_zone'])
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .where('activity_off_at', 'is', null)
    .orderBy('id')
    .execute()
}

export const findZone = compileOnceForOne((db, userId: number) =>
  db.selectFrom('users').select('time_zone').where('id', '=', userId),
)

export async function isActivityOn(db: Db, userId: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('activity_off_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.activity_off_at === null
}

export function setActivityOff(trx: Trx, userId: number, activity_off_at: string | null) {
  return trx.updateTable('users').set({ activity_off_at }).where('id', '=', userId).execute()
}

// What they did

export type NewActivity = Omit<ActivityTable, 'id'>

/** Finds which of these keys the user has already. */
export async function findStoredKeys(
  db: Db,
  userId: number,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('activity')
    .select('activity_key')
    .where('user_id', '=', userId)
    .where(isOneOfTexts(db, 'activity_key', keys))
    .execute()
  return new Set(rows.map(({ activity_key }) => activity_key))
}

type Span = { from: string; until: string }

export async function countActivity(db: Db, userId: number, { from, until }: Span): Promise<number> {
  const { count } = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('happened_at', '>=', from)
    .where('happened_at', '<', until)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertActivity(trx: Trx, rows: readonly NewActivity[]): Promise<void> {
  if (rows.length > 0) await trx.insertInto('activity').values(rows).execute()
}

/** Finds what a user did in this time, the latest first. Deleted projects are left out. */
export const findActivity = compileOnce((db, userId: number, { from, until }: Span) =>
  db
    .selectFrom('activity')
    .leftJoin('projects', join =>
      join.onRef('projects.id', '=', 'activity.project_id').on('projects.deleted_at', 'is', null),
    )
    .select([
      'activity.kind',
      'activity.title',
      'activity.link',
      'activity.branch_key',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .where('activity.user_id', '=', userId)
    .where('activity.happened_at', '>=', from)
    .where('activity.happened_at', '<', until)
    .orderBy('activity.happened_at', 'desc')
    .orderBy('activity.id', 'desc')
    .limit(sql.lit(limits.activityPerDay)),
)
export type ActivityRow = Awaited<ReturnType<typeof findActivity>>[number]

export function deleteActivityOf(trx: Trx, userId: number) {
  return trx.deleteFrom('activity').where('user_id', '=', userId).execute()
}

/** Deletes at most `limit` rows, and returns how many it deleted. */
export async function deleteOldActivity(trx: Trx, before: string, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('activity')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('activity').select('id').where('happened_at', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export function deleteOldDeliveries(trx: Trx, before: string) {
  return trx.deleteFrom('activity_deliveries').where('received_at', '<', before).execute()
}
