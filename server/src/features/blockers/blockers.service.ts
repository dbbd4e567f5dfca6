import type { Blocker, BlockerEditInput, BlockerPage, BlockersQuery } from '#shared/contract/blockers.ts'
import { countDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { type Actor, can } from '#shared/permissions.ts'
import { dayInZone, dayInZoneAt } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { countByDay } from '../../db/day-counts.ts'
import { lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit, type Listener } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { areLiveUsers } from '../../identity/accounts.ts'
import { actAs } from '../../identity/acting-user.ts'
import { lockUserForShare } from '../../identity/sign-ins.queries.ts'
import {
  assertInSight,
  isInSight,
  narrowTo,
  type VisiblePeople,
  visiblePeople,
} from '../../identity/visible-people.ts'
import { cutText } from '../../lib/cut-text.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { TextBudget } from '../../lib/text-budget.ts'
import { getOrganization } from '../settings/settings.service.ts'
import {
  type BlockerRow,
  clearOwnerOfOpenBlockers,
  findBlocker,
  findBlockers,
  findOpenUntil,
  findPageOfAllUsers,
  findPageOfUsers,
  markOpen,
  markResolved,
  reopenedChanges,
  resolvedChanges,
  updateOwner,
} from './blockers.queries.ts'

/** Open blockers of a deleted user lose their owner. */
export const blockersListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.deleted') await clearOwnerOfOpenBlockers(trx, event.userId)
}

/** Every text of letters fits. Only one of control characters has more bytes, which take longest to write. */
const longestBytes = 3 * limits.longTextMax

/** Reviewers get the blockers of all users. Staff get those they wrote or own. */
export async function listBlockers(
  ctx: Context,
  actor: SignedIn,
  { userId, teamId, page, limit, ...filter }: BlockersQuery,
  isDisconnected: IsDisconnected = () => false,
): Promise<BlockerPage> {
  const isReviewer = can(actor, 'blocker.readAll')
  if (userId !== undefined && userId !== actor.id && !isReviewer) throw refuse('forbidden')
  const paging = { limit, offset: (page - 1) * limit }
  const { ids: userIds } = narrowTo(await visiblePeople(ctx.db, actor, teamId), userId)
  const { total, ids } =
    userIds === undefined
      ? await findPageOfAllUsers(ctx.db, filter, paging)
      : await findPageOfUsers(
          ctx.db,
          { ...filter, userIds, isOwnerToo: !isReviewer && userId === undefined },
          paging,
        )
  const share = Math.min(longestBytes, Math.floor(limits.listTextBytes / Math.max(1, ids.length)))
  const presented = await presenter(ctx, ctx.db)
  const data = await mapInChunks(
    ids,
    async part =>
      (await findBlockers(ctx.db, part, share + 1)).map(row => {
        const budget = new TextBudget(share)
        const text = budget.take(row.text)
        return { ...presented(row), text, is_shortened: budget.isShortened }
      }),
    { isDisconnected },
  )
  return {
    data,
    pagination: paginationOf(total, { page, limit }),
  }
}

/** Blockers of these people that were opened on or before a day and are still open, the oldest first. Texts are cut to `longest`. */
export async function openBlockersUntil(
  ctx: Context,
  people: VisiblePeople,
  day: string,
  { limit, longest }: { limit: number; longest: number },
): Promise<{ total: number; data: Blocker[] }> {
  const { total, ids } = await findOpenUntil(ctx.db, people, day, limit)
  const [presented, rows] = await Promise.all([
    presenter(ctx, ctx.db),
    findBlockers(ctx.db, ids, longest + 1),
  ])
  return {
    total,
    data: rows.map(row => {
      const text = cutText(row.text, longest)
      return { ...presented(row), text, is_shortened: text !== row.text }
    }),
  }
}

export function assignBlocker(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { owner_id }: BlockerEditInput,
): Promise<Blocker> {
  return actAs(ctx, actor, 'blocker.assign', async (trx, acting) => {
    await requireBlocker(trx, acting, id)
    if (owner_id !== null && !(await canOwn(trx, acting, owner_id))) {
      throw refuseInput({ owner_id: messages.blockers.ownerMissing }, 'owner_missing')
    }
    // The lock makes the second of two concurrent assignments to the same user change nothing and emit no event.
    await lockRow(trx, 'blockers', id)
    const before = await requireBlocker(trx, acting, id)
    if (before.owner_id !== owner_id) {
      await updateOwner(trx, id, owner_id)
      await emit(ctx, trx, acting, {
        kind: 'blocker.assigned',
        blocker: { ...before, owner_id },
        before: before.owner_id,
      })
    }
    return readBlocker(ctx, trx, acting, id)
  })
}

export function resolveBlocker(
  ctx: Context,
  actor: SignedIn,
  id: number,
  note: string | null,
): Promise<Blocker> {
  return actAs(ctx, actor, 'blocker.resolve', async (trx, acting) => {
    const { owner_id } = await requireBlocker(trx, acting, id)
    // The owner may get a notification, whose row references the account.
    if (owner_id !== null) await lockUserForShare(trx, owner_id)
    const blocker = await lockBlocker(trx, acting, id)
    if (blocker.resolved_at !== null) throw refuse('blocker_resolved')
    const resolved_at = ctx.clock.now().toISOString()
    await markResolved(trx, id, { resolved_at, resolved_by: acting.id, note })
    await countByDay(trx, resolvedChanges(blocker, resolved_at))
    await emit(ctx, trx, acting, { kind: 'blocker.resolved', blocker })
    return readBlocker(ctx, trx, acting, id)
  })
}

export async function reopenBlocker(ctx: Context, actor: SignedIn, id: number): Promise<Blocker> {
  try {
    return await actAs(ctx, actor, 'blocker.resolve', async (trx, acting) => {
      const { owner_id } = await requireBlocker(trx, acting, id)
      const isOwnerDeleted = owner_id !== null && !(await lockOwner(trx, owner_id))
      const blocker = await lockBlocker(trx, acting, id)
      if (blocker.resolved_at === null) throw refuse('blocker_open')
      await markOpen(trx, id)
      if (isOwnerDeleted) await updateOwner(trx, id, null)
      await countByDay(trx, reopenedChanges(blocker, blocker.resolved_at))
      await emit(ctx, trx, acting, { kind: 'blocker.reopened', blocker })
      return readBlocker(ctx, trx, acting, id)
    })
  } catch (error) {
    // The unique index refuses it, because a later report opened a blocker with this text.
    if (isUniqueViolation(error)) throw refuse('blocker_exists')
    throw error
  }
}

/**
 * Returns false if the account is deleted. Otherwise the lock keeps it from being deleted until the transaction ends. It is
 * taken before the lock on the blocker, as in the deletion of an account, to avoid deadlocks.
 */
async function lockOwner(trx: Trx, ownerId: number): Promise<boolean> {
  await lockUserForShare(trx, ownerId)
  return areLiveUsers(trx, [ownerId])
}

const canOwn = async (trx: Trx, acting: SignedIn, ownerId: number) =>
  (await isInSight(trx, acting, ownerId)) && (await lockOwner(trx, ownerId))

async function lockBlocker(trx: Trx, acting: SignedIn, id: number): Promise<BlockerRow> {
  await lockRow(trx, 'blockers', id)
  const blocker = await requireBlocker(trx, acting, id)
  authorize(acting, 'blocker.resolve', blocker)
  return blocker
}

async function requireBlocker(db: Db, viewer: Actor, id: number): Promise<BlockerRow> {
  const blocker = await findBlocker(db, id)
  if (!blocker) throw refuse('blocker_not_found')
  await assertInSight(db, viewer, blocker.user_id, 'blocker_not_found')
  return blocker
}

export async function readBlocker(ctx: Context, db: Db, viewer: Actor, id: number): Promise<Blocker> {
  return (await presenter(ctx, db))(await requireBlocker(db, viewer, id))
}

/** Every field is named, so that a new column is never sent by accident. Days are counted in the organization's time zone. */
async function presenter(ctx: Context, db: Db): Promise<(row: BlockerRow) => Blocker> {
  const { time_zone } = await getOrganization(ctx, db)
  const today = dayInZone(ctx.clock.now(), time_zone)
  return row => {
    const last = row.resolved_at === null ? today : dayInZoneAt(row.resolved_at, time_zone)
    return {
      id: row.id,
      text: row.text,
      report_id: row.report_id,
      user_id: row.user_id,
      user_name: row.user_name,
      project_id: row.project_id,
      project_name: row.project_name,
      opened_on: row.opened_on,
      // An author in a time zone ahead can report for a day that has not begun in the organization's.
      days_open: Math.max(0, countDays(row.opened_on, last) - 1),
      owner_id: row.owner_id,
      owner_name: row.owner_name,
      resolved_at: row.resolved_at,
      resolved_by_name: row.resolved_by_name,
      note: row.note,
      is_shortened: false,
    }
  }
}
