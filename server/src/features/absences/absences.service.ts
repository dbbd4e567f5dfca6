import {
  type Absence,
  type AbsenceEditInput,
  type AbsenceInput,
  type AbsencePage,
  type AbsencesQuery,
  periodProblem,
} from '#shared/contract/absences.ts'
import { earliestToday, latestToday } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import type { Actor } from '#shared/permissions.ts'
import { dayInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { acquireLock } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit, type Listener } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { areLiveUsers } from '../../identity/accounts.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { assertInSight, isInSight, narrowTo, visiblePeople } from '../../identity/visible-people.ts'
import { effectiveTimeZone } from '../settings/settings.service.ts'
import {
  type AbsenceRow,
  deleteAbsence,
  eraseReasons,
  findAbsence,
  findAbsencesOf,
  findPageOfAllUsers,
  findPageOfUsers,
  hasOverlap,
  insertAbsence,
  updateAbsence,
} from './absences.queries.ts'

export { findAbsencesOf, findTimeOff } from './absences.queries.ts'

export const absencesListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.erased') await eraseReasons(trx, event.userId)
}

/** Reviewers get the time off of all users or of one user. Staff get their own. */
export async function listAbsences(
  { db }: Context,
  actor: SignedIn,
  { userId, teamId, page, limit, ...filter }: AbsencesQuery,
): Promise<AbsencePage> {
  if (userId !== undefined) authorize(actor, 'absence.manage', { user_id: userId })
  const { ids } = narrowTo(await visiblePeople(db, actor, teamId), userId)
  const paging = { limit, offset: (page - 1) * limit }
  const { from = '', to = from } = filter
  // An end before its start selects nothing.
  const { total, rows } =
    to < from
      ? { total: 0, rows: [] }
      : ids === undefined
        ? await findPageOfAllUsers(db, filter, paging)
        : await findPageOfUsers(db, ids, filter, paging)
  return { data: rows.map(present), pagination: paginationOf(total, { page, limit }) }
}

export function addAbsence(
  ctx: Context,
  actor: SignedIn,
  { user_id, ...input }: AbsenceInput,
): Promise<Absence> {
  const row = { ...input, user_id: user_id ?? actor.id }
  authorize(actor, 'absence.manage', row)
  return change(ctx, actor, row, async (trx, acting) => {
    const isKnown = (await isInSight(trx, acting, row.user_id)) && (await areLiveUsers(trx, [row.user_id]))
    if (!isKnown) throw refuseInput({ user_id: messages.users.notFound })
    if (await hasOverlap(trx, row)) throw refuse('absence_overlaps')
    const id = await insertAbsence(trx, { ...row, created_at: ctx.clock.now().toISOString() })
    await emit(ctx, trx, acting, { kind: 'absence.changed', absence: { id, user_id: row.user_id } })
    return present(await requireAbsence(trx, acting, id))
  })
}

export async function editAbsence(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: AbsenceEditInput,
): Promise<Absence> {
  const { user_id } = await requireAbsence(ctx.db, actor, id)
  return change(ctx, actor, { user_id }, async (trx, acting) => {
    const before = await requireAbsence(trx, acting, id)
    const { start_date = before.start_date, end_date = before.end_date } = input
    const problem = periodProblem({ start_date, end_date })
    if (problem !== undefined) throw refuseInput({ end_date: problem })
    if (await hasOverlap(trx, { user_id, start_date, end_date }, id)) throw refuse('absence_overlaps')
    const { kind = before.kind, note = before.note } = input
    const changed_at = ctx.clock.now().toISOString()
    await updateAbsence(trx, before, { start_date, end_date, kind, note, changed_at })
    await emit(ctx, trx, acting, { kind: 'absence.changed', absence: before })
    return present(await requireAbsence(trx, acting, id))
  })
}

export async function removeAbsence(ctx: Context, actor: SignedIn, id: number): Promise<void> {
  const { user_id } = await requireAbsence(ctx.db, actor, id)
  await change(ctx, actor, { user_id }, async (trx, acting) => {
    const absence = await requireAbsence(trx, acting, id)
    await deleteAbsence(trx, absence)
    await emit(ctx, trx, acting, { kind: 'absence.changed', absence })
  })
}

export const readAbsence = async (db: Db, viewer: Actor, id: number): Promise<Absence> =>
  present(await requireAbsence(db, viewer, id))

/** The ids of those users who have time off today, each in their own time zone. */
export async function findUsersOff(
  db: Db,
  users: readonly { id: number; time_zone: string | null }[],
  { now, zone }: { now: Date; zone: string },
): Promise<Set<number>> {
  if (users.length === 0) return new Set()
  const absences = await findAbsencesOf(
    db,
    users.map(({ id }) => id),
    { first: earliestToday(now), last: latestToday(now) },
  )
  const zones = new Map(users.map(user => [user.id, effectiveTimeZone(user, { time_zone: zone })]))
  const isToday = ({ user_id, start_date, end_date }: (typeof absences)[number]) => {
    const today = dayInZone(now, zones.get(user_id) ?? zone)
    return start_date <= today && today <= end_date
  }
  return new Set(absences.filter(isToday).map(({ user_id }) => user_id))
}

/** The lock serializes changes of a user's time off, so that of two concurrent ones that overlap only one succeeds. */
function change<T>(
  ctx: Context,
  actor: SignedIn,
  absence: { user_id: number },
  work: (trx: Trx, acting: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    // This lock is taken before any row lock, to avoid deadlocks: see `change` in users.service.ts.
    await acquireLock(trx, `absences of ${absence.user_id}`)
    const acting = await assertStillAllowed(trx, actor, 'absence.manage')
    authorize(acting, 'absence.manage', absence)
    return work(trx, acting)
  })
}

async function requireAbsence(db: Db, viewer: Actor, id: number): Promise<AbsenceRow> {
  const absence = await findAbsence(db, id)
  if (!absence) throw refuse('absence_not_found')
  await assertInSight(db, viewer, absence.user_id, 'absence_not_found')
  return absence
}

/** Every field is named, so that a new column is never sent by accident. */
function present({ id, user_id, user_name, start_date, end_date, kind, note }: AbsenceRow): Absence {
  return { id, user_id, user_name, start_date, end_date, kind, note }
}
