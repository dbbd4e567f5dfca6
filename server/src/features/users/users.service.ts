import { endsLinks, type ListedUser, type User, type UserEditInput } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { type Role, reviewers, roles, staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { type LiveUser, presentUser, replacePassword, requireLiveUser } from '../../identity/accounts.ts'
import { assertStillAllowed, hashPasswordFor } from '../../identity/acting-user.ts'
import { endCodesOf, endInvitationsTo } from '../../identity/one-time-codes.ts'
import { endSignInsOf } from '../../identity/sign-ins.ts'
import { findUsersOff } from '../absences/absences.service.ts'
import {
  getChangedSchedule,
  getCurrentDays,
  getOrganization,
  parseSchedule,
} from '../settings/settings.service.ts'
import { findLiveUsers, hasAnotherAdmin, markUserDeleted, updateUser } from './users.queries.ts'

export async function listUsers(ctx: Context, wanted: readonly Role[] = roles): Promise<ListedUser[]> {
  return presentListed(ctx, ctx.db, await findLiveUsers(ctx.db, wanted))
}

/** Lists staff: the users who submit reports and can be assigned to a project. */
export function listDevelopers(ctx: Context): Promise<ListedUser[]> {
  return listUsers(ctx, staff)
}

export async function readUser(ctx: Context, id: number): Promise<ListedUser> {
  return presentOne(ctx, ctx.db, await requireLiveUser(ctx.db, id))
}

async function presentListed(ctx: Context, db: Db, users: readonly LiveUser[]): Promise<ListedUser[]> {
  const { time_zone } = await getOrganization(ctx, db)
  const off = await findUsersOff(db, users, { now: ctx.clock.now(), zone: time_zone })
  return users.map(user => presentListedUser(user, off.has(user.id)))
}

async function presentOne(ctx: Context, db: Db, user: LiveUser): Promise<ListedUser> {
  const [presented] = await presentListed(ctx, db, [user])
  return presented as ListedUser
}

export async function editUser(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: UserEditInput,
): Promise<ListedUser> {
  try {
    return await changeUser(ctx, id, async (trx, user) => {
      // Checks the role before and after the edit: a manager can neither edit an admin nor create one.
      const mayUpdate = (who: SignedIn) => {
        authorize(who, 'user.update', user)
        authorize(who, 'user.update', { role: input.role })
      }
      mayUpdate(actor)
      if (actor.id === id && input.role !== user.role) throw refuse('own_role')
      if (input.role !== 'admin') await requireAnotherAdmin(trx, user)
      mayUpdate(await assertStillAllowed(trx, actor, 'user.update'))
      const { name, email, role, time_zone = user.time_zone } = input
      const working_days = await getChangedSchedule(ctx, trx, { ...user, time_zone }, input.working_days)
      const row = { name, email, role, time_zone, working_days }
      await updateUser(trx, id, row)
      if (role !== user.role) await emit(ctx, trx, { kind: 'user.changedRole', user: { id, role } })
      if (time_zone !== user.time_zone) await emit(ctx, trx, { kind: 'user.changedTimes', userId: id })
      if (endsLinks(user, row)) await endCodesOf(trx, id)
      if (role !== user.role) await withdrawInvitations(trx, user, role)
      return presentOne(ctx, trx, { ...user, ...row })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('user_exists')
    throw error
  }
}

/**
 * The user's reports, comments and tasks keep their name. Their sign-ins end at once, and the open blockers that they own
 * lose their owner.
 */
export function deleteUser(ctx: Context, actor: SignedIn, id: number): Promise<User> {
  return changeUser(ctx, id, async (trx, user) => {
    if (actor.id === id) throw refuse('own_account')
    authorize(actor, 'user.delete', user)
    await requireAnotherAdmin(trx, user)
    authorize(await assertStillAllowed(trx, actor, 'user.delete'), 'user.delete', user)
    await markUserDeleted(trx, id, ctx.clock.now().toISOString())
    await endSignInsOf(trx, id)
    await endCodesOf(trx, id)
    await withdrawInvitations(trx, user, undefined)
    await emit(ctx, trx, { kind: 'user.deleted', userId: id })
    return user
  })
}

export async function resetPassword(
  ctx: Context,
  actor: SignedIn,
  id: number,
  password: string,
): Promise<User> {
  const access = 'user.resetPassword'
  // Checked before the costly hash, and again when both accounts are locked.
  authorize(actor, access, await requireLiveUser(ctx.db, id))
  const passwordHash = await hashPasswordFor(ctx, actor, access, password)
  return changeUser(ctx, id, async (trx, user) => {
    authorize(await assertStillAllowed(trx, actor, access), access, user)
    return replacePassword(ctx, trx, user, passwordHash)
  })
}

/** For commands, which act without a signed-in user. */
export async function setPassword(ctx: Context, id: number, password: string): Promise<User> {
  const passwordHash = await ctx.passwords.hash(password)
  return changeUser(ctx, id, (trx, user) => replacePassword(ctx, trx, user, passwordHash))
}

function changeUser<T>(ctx: Context, id: number, work: (trx: Trx, user: LiveUser) => Promise<T>): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    // Changes of accounts run one at a time, so that two admins can't remove each other. The lock comes before any row lock:
    // `assertStillAllowed` locks the acting user, and a concurrent change of that user would deadlock.
    await acquireLock(trx, 'accounts')
    await lockRow(trx, 'users', id)
    return work(trx, await requireLiveUser(trx, id))
  })
}

/**
 * A reviewer may have copied invitation links. Links to accounts that they may no longer invite stop working, because
 * such a link opens an account with more rights than their own. `after` is undefined if the account is deleted.
 */
async function withdrawInvitations(trx: Trx, before: User, after: Role | undefined): Promise<void> {
  const invites = (by: Role | undefined, role: Role) =>
    by !== undefined && can({ id: before.id, role: by }, 'user.invite', { role })
  const lost = reviewers.filter(role => invites(before.role, role) && !invites(after, role))
  if (lost.length > 0) await endInvitationsTo(trx, lost)
}

async function requireAnotherAdmin(trx: Trx, user: User): Promise<void> {
  if (user.role === 'admin' && !(await hasAnotherAdmin(trx, user.id))) {
    throw refuse('last_admin')
  }
}

type ListedRow = User & {
  last_sign_in_at: string | null
  time_zone: string | null
  /** The stored JSON. */
  working_days: string | null
}

/** Presents a user as reviewers see them. */
function presentListedUser(user: ListedRow, isOff: boolean): ListedUser {
  const days = getCurrentDays(parseSchedule(user.working_days) ?? [])
  return {
    ...presentUser(user),
    last_sign_in_at: user.last_sign_in_at,
    time_zone: user.time_zone,
    working_days: days && [...days],
    off_today: isOff,
  }
}
