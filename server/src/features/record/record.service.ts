import type {
  OwnRecordQuery,
  RecordEntry,
  RecordExportQuery,
  RecordPage,
  RecordQuery,
  RecordTarget,
} from '#shared/contract/record.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { endOfDay, instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { actAs } from '../../identity/acting-user.ts'
import { findTeamsOf } from '../../identity/teams-of-users.ts'
import { everyone, isVisible, peopleInSight } from '../../identity/visible-people.ts'
import { runInNextTick } from '../../lib/map-in-chunks.ts'
import { getOrganization } from '../settings/settings.service.ts'
import {
  countEntries,
  countOwnEntries,
  type EntryRow,
  findEntries,
  findEntriesAfter,
  findNames,
  findOwnEntries,
  hasSearchedSince,
  type RecordFilter,
} from './record.queries.ts'

export async function readRecord(ctx: Context, query: RecordQuery): Promise<RecordPage> {
  const { page, limit } = query
  const filter = await toFilter(ctx, query)
  const total = await countEntries(ctx.db, filter)
  const offset = (page - 1) * limit
  // Pages end where the count does. An export has the rest.
  const rows = offset >= total ? [] : await findEntries(ctx.db, filter, { limit, offset })
  return { data: await present(ctx.db, rows), pagination: paginationOf(total, { page, limit }) }
}

/** Tokens of a limited manager may have named people and teams that are out of sight now, or always were: these have no name. */
export async function readOwnRecord(
  { db }: Context,
  viewer: SignedIn,
  { page, limit }: OwnRecordQuery,
): Promise<RecordPage> {
  const { id } = viewer
  const total = await countOwnEntries(db, id)
  const offset = (page - 1) * limit
  const rows = offset >= total ? [] : await findOwnEntries(db, id, { limit, offset })
  const entries = await present(db, rows, await findNamed(db, viewer, rows))
  return { data: entries, pagination: paginationOf(total, { page, limit }) }
}

/** Whose names a reader of entries is told. */
type Named = (type: RecordTarget, id: number, ofUserId: number | null) => boolean

async function findNamed(db: Db, viewer: SignedIn, rows: readonly EntryRow[]): Promise<Named> {
  const people = await peopleInSight(db, viewer)
  if (people === everyone) return () => true
  const { teams, leads } = await findTeamsOf(db, viewer)
  const ownTeams = new Set([...teams, ...leads].map(({ id }) => id))
  // Who did something to the reader is named, such as the admin who ended their sign-ins.
  const actors = new Set(rows.map(({ actor_id }) => actor_id))
  return (type, id, ofUserId) => {
    if (type === 'team') return ownTeams.has(id)
    if (type === 'user') return actors.has(id) || isVisible(people, id)
    return ofUserId === null || isVisible(people, ofUserId)
  }
}

/**
 * Records that a reviewer searches what others wrote, before they see it. Every key press can be a search, so those of the
 * same user and address within ten minutes are one entry.
 */
export async function recordSearch(ctx: Context, reader: SignedIn): Promise<void> {
  const since = toInstant(ctx.clock.now().getTime() - limits.recordSearchMinutes * 60_000)
  if (await hasSearchedSince(ctx.db, reader, since)) return
  await actAs(ctx, reader, 'signedIn', (trx, acting) => emit(ctx, trx, acting, { kind: 'search.made' }))
}

/** The days are those of the organization. Both are included. */
export async function toFilter(
  ctx: Context,
  { from, to, actorId, kind, userId }: Omit<RecordExportQuery, 'format'>,
): Promise<RecordFilter> {
  const { time_zone } = await getOrganization(ctx, ctx.db)
  return {
    from: from === undefined ? undefined : instantInZone(from, 0, time_zone),
    // The last day of the calendar ends in a year that text can't order.
    before: to === undefined || to >= lastDay ? undefined : endOfDay(to, time_zone),
    actorId,
    kind,
    userId,
  }
}
const lastDay = '9999-12-30'

/** Entries that are read at a time in an export: other requests run in between. */
const chunkSize = 500

export async function* readAllEntries(
  { db }: Context,
  filter: RecordFilter,
  isStillAllowed: () => Promise<boolean>,
): AsyncGenerator<RecordEntry[]> {
  let after: EntryRow | undefined
  for (;;) {
    const rows = await runInNextTick(async () => {
      if (!(await isStillAllowed())) throw new Error('The right to read the record has ended.')
      return findEntriesAfter(db, filter, { after, limit: chunkSize })
    })
    if (rows.length > 0) yield await present(db, rows)
    after = rows.at(-1)
    if (rows.length < chunkSize) return
  }
}

/** Joins the names, and names every field that leaves the server. */
async function present(
  db: Db,
  rows: readonly EntryRow[],
  isNamed: Named = () => true,
): Promise<RecordEntry[]> {
  const ids = new Map<RecordTarget, Set<number>>()
  const add = (type: RecordTarget, id: number | null) => {
    if (id !== null) ids.set(type, (ids.get(type) ?? new Set()).add(id))
  }
  for (const { actor_id, user_id, target_type, target_id } of rows) {
    add('user', actor_id)
    add('user', user_id)
    if (target_type !== null) add(target_type, target_id)
  }
  const names = new Map<RecordTarget, Map<number, string>>()
  for (const [type, wanted] of ids) names.set(type, await findNames(db, type, [...wanted]))
  const nameOf = (type: RecordTarget, id: number, ofUserId: number | null = null) =>
    isNamed(type, id, ofUserId) ? (names.get(type)?.get(id) ?? null) : null
  return rows.map(({ id, at, kind, actor_id, via, address, target_type, target_id, user_id, details }) => {
    const isOfOther = user_id !== null && target_type !== null && target_type !== 'user'
    const userName = isOfOther ? nameOf('user', user_id) : null
    return {
      id,
      at,
      kind,
      actor: actor_id === null ? null : { id: actor_id, name: nameOf('user', actor_id) ?? '' },
      target:
        target_type === null || target_id === null
          ? null
          : { type: target_type, id: target_id, name: nameOf(target_type, target_id, user_id) },
      address,
      via,
      details: { ...JSON.parse(details), ...(userName !== null && { user_name: userName }) },
    }
  })
}
