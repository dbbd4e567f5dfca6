import type { NamedTeam } from '#shared/contract/teams.ts'
import {
  endsLinks,
  type ListedUser,
  type PasswordInput,
  type User,
  type UserEditInput,
  type UsersQuery,
} from '#shared/contract/users.ts'
import { type Actor, can, type Permission, type ScopedActor } from '#shared/permissions.ts'
import { isReviewer, type Role, roles, staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { type ActedBy, byCommand, emit } from '../../events/event.ts'
import { authorize, refuseToken } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { type LiveUser, presentUser, replacePassword, requireLiveUser } from '../../identity/accounts.ts'
import { assertStillAllowed, hashPasswordFor } from '../../identity/acting-user.ts'
import { type EndedAccess, endAccessOf, endTokensOf } from '../../identity/end-access.ts'
import { endIdentities } from '../../identity/identities.ts'
import { endCodesOf } from '../../identity/one-time-codes.ts'
import { hasSecondStep, removeFactors } from '../../identity/second-step.ts'
import { endSignInsOf } from '../../identity/sign-ins.ts'
import { findTeamsByUser } from '../../identity/teams-of-users.ts'
import { countAccessTokensOf } from '../../identity/user-of-token.ts'
import { assertInSight, everyone, visiblePeople, withScope } from '../../identity/visible-people.ts'
import { withdrawInvitations } from '../../identity/withdraw-invitations.ts'
import { findUsersOff } from '../absences/absences.service.ts'
import {
  getChangedSchedule,
  getCurrentDays,
  getOrganization,
  parseSchedule,
} from '../settings/settings.service.ts'
import { findLiveUsers, hasAnotherAdmin, markUserDeleted, updateRole, updateUser } from './users.queries.ts'

export async function listUsers(
  ctx: Context,
  viewer: SignedIn,
  { teamId }: UsersQuery,
  wanted: readonly Role[] = roles,
): Promise<ListedUser[]> {
  const people = await visiblePeople(ctx.db, viewer, teamId)
  return presentListed(ctx, ctx.db, viewer, await findLiveUsers(ctx.db, people, wanted))
}

/** Lists staff: the users who submit reports and can be assigned to a project. */
export function listDevelopers(ctx: Context, viewer: SignedIn, query: UsersQuery): Promise<ListedUser[]> {
  return listUsers(ctx, viewer, query, staff)
}

export async function readUser(ctx: Context, viewer: Actor, id: number): Promise<ListedUser> {
  const people = await visiblePeople(ctx.db, viewer)
  return presentOne(ctx, ctx.db, viewer, await requireLiveUser(ctx.db, people, id))
}

async function presentListed(
  ctx: Context,
  db: Db,
  viewer: Actor,
  users: readonly LiveUser[],
): Promise<ListedUser[]> {
  const { time_zone } = await getOrganization(ctx, db)
  const [off, teamsOf] = await Promise.all([
    findUsersOff(db, users, { now: ctx.clock.now(), zone: time_zone }),
    findTeamsByUser(
      db,
      viewer,
      users.map(({ id }) => id),
    ),
  ])
  return users.map(user => presentListedUser(user, off.has(user.id), teamsOf(user.id)))
}

async function presentOne(ctx: Context, db: Db, viewer: Actor, user: LiveUser): Promise<ListedUser> {
  const [presented] = await presentListed(ctx, db, viewer, [user])
  return presented as ListedUser
}

/** The fields whose changes are told. A change of the role is an event of its own. */
const editable = ['name', 'email', 'time_zone', 'working_days'] as const

export async function editUser(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: UserEditInput,
): Promise<ListedUser> {
  try {
    return await changeUser(ctx, actor, id, async (trx, user) => {
      // Checks the role before and after the edit: a manager can neither edit an admin nor create one.
      const mayUpdate = (who: SignedIn) => {
        for (const role of [user.role, input.role]) authorize(who, 'user.update', { role })
      }
      mayUpdate(actor)
      if (actor.id === id && input.role !== user.role) throw refuse('own_role')
      if (input.role !== 'admin') await requireAnotherAdmin(trx, user)
      const acting = await assertStillInSight(trx, actor, 'user.update', id)
      mayUpdate(acting)
      if (input.email !== user.email || input.role !== user.role)
        await assertMayChangeAccess(ctx, trx, acting, user, input)
      const { name, email, role, time_zone = user.time_zone } = input
      const working_days = await getChangedSchedule(ctx, trx, { ...user, time_zone }, input.working_days)
      const row = { name, email, role, time_zone, working_days }
      await updateUser(trx, id, row)
      await emit(ctx, trx, actor, { kind: 'texts.changed', type: 'person', ids: [id] })
      const fields = editable.filter(field => row[field] !== user[field])
      if (fields.length > 0) await emit(ctx, trx, actor, { kind: 'user.changed', userId: id, fields })
      if (time_zone !== user.time_zone) await emit(ctx, trx, actor, { kind: 'user.changedTimes', userId: id })
      if (endsLinks(user, row)) await endCodesOf(trx, id)
      if (role !== user.role) await followNewRole(ctx, trx, actor, user, role)
      return presentOne(ctx, trx, acting, { ...user, ...row })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('user_exists')
    throw error
  }
}

/** The owner of the e-mail can reset the password, and the role gives rights. */
async function assertMayChangeAccess(
  ctx: Context,
  trx: Trx,
  acting: SignedIn & ScopedActor,
  { id, email, role }: User,
  input: UserEditInput,
): Promise<void> {
  for (const each of [role, input.role]) authorize(acting, 'user.changeAccess', { id, role: each })
  const changesRights = input.role !== role && [input.role, role].some(isReviewer)
  if (input.email !== email || changesRights) refuseToken(acting)
  // A manager could otherwise take the role, then the second step, and give the role back.
  const mayRemove = (of: Role) => can(acting, 'user.removeFactors', { id, role: of })
  if (mayRemove(role) || acting.id === id || !(await hasSecondStep(trx, id))) return
  if (mayRemove(input.role)) throw refuse('second_step_kept', 'take the role')
  // A single sign-on that counts as a second step signs in as the account with the e-mail, without asking for its own.
  if (ctx.config.oidc?.asksSecondStep === false && input.email !== email)
    throw refuse('second_step_kept', 'change the email')
}

/**
 * The user's reports, comments and tasks keep their name. Their sign-ins end at once, and the open blockers that they own
 * lose their owner.
 */
export function deleteUser(ctx: Context, actor: SignedIn, id: number): Promise<User> {
  return changeUser(ctx, actor, id, async (trx, user) => {
    if (actor.id === id) throw refuse('own_account')
    authorize(actor, 'user.delete', user)
    await requireAnotherAdmin(trx, user)
    authorize(await assertStillInSight(trx, actor, 'user.delete', id), 'user.delete', user)
    await markUserDeleted(trx, id, ctx.clock.now().toISOString())
    await endSignInsOf(trx, id)
    await endCodesOf(trx, id)
    await withdrawInvitations(trx, await withScope(trx, user), undefined)
    await emit(ctx, trx, actor, { kind: 'user.deleted', userId: id })
    await emit(ctx, trx, actor, { kind: 'texts.changed', type: 'person', ids: [id] })
    return user
  })
}

export async function resetPassword(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { password, end_identities }: PasswordInput,
): Promise<{ user: User; tokens: number }> {
  const access = 'user.resetPassword'
  // Checked before the costly hash, and again when both accounts are locked.
  const user = await requireLiveUser(ctx.db, await visiblePeople(ctx.db, actor), id)
  authorize(await withScope(ctx.db, actor), access, user)
  const passwordHash = await hashPasswordFor(ctx, actor, access, password)
  return changeUser(ctx, actor, id, async (trx, user) => {
    authorize(await assertStillInSight(trx, actor, access, id), access, user)
    const tokens = await countAccessTokensOf(trx, id, ctx.clock.now().toISOString())
    await emit(ctx, trx, actor, { kind: 'password.changed', userId: id })
    if (end_identities) await endIdentities(ctx, trx, actor, { userId: id })
    return { user: await replacePassword(ctx, trx, user, passwordHash), tokens }
  })
}

/** Ends the access tokens of a user, and returns how many it ended. */
export function endTokens(ctx: Context, actor: SignedIn, id: number): Promise<{ user: User; ended: number }> {
  return changeUser(ctx, actor, id, async (trx, user) => {
    authorize(await assertStillInSight(trx, actor, 'user.endTokens', id), 'user.endTokens', user)
    return { user, ended: await endTokensOf(ctx, trx, actor, id) }
  })
}

/** Ends all sign-ins and access tokens of a user, such as after a theft. */
export function endAccess(
  ctx: Context,
  actor: SignedIn,
  id: number,
): Promise<{ user: User; ended: EndedAccess }> {
  return changeUser(ctx, actor, id, async (trx, user) => {
    authorize(await assertStillInSight(trx, actor, 'user.endTokens', id), 'user.endTokens', user)
    return { user, ended: await endAccessOf(ctx, trx, actor, id) }
  })
}

/** Removes the second step of another user, who is then signed out everywhere. Without one, nothing changes. */
export function removeSecondStep(
  ctx: Context,
  actor: SignedIn,
  id: number,
): Promise<{ user: User; hadOne: boolean }> {
  return changeUser(ctx, actor, id, async (trx, user) => {
    authorize(await assertStillInSight(trx, actor, 'user.removeFactors', id), 'user.removeFactors', user)
    const hadOne = await removeFactors(ctx, trx, actor, id)
    if (hadOne) await endSignInsOf(trx, id)
    return { user, hadOne }
  })
}

/** For commands. Returns false if the account has no second step. */
export function resetSecondStep(ctx: Context, id: number): Promise<boolean> {
  return withAccount(ctx, id, async trx => {
    const hadOne = await removeFactors(ctx, trx, byCommand, id)
    if (hadOne) await endSignInsOf(trx, id)
    return hadOne
  })
}

/** For commands, which act without a signed-in user. */
export async function setPassword(ctx: Context, id: number, password: string): Promise<User> {
  const passwordHash = await ctx.passwords.hash(password)
  return withAccount(ctx, id, async trx => {
    const user = await requireLiveUser(trx, everyone, id)
    await emit(ctx, trx, byCommand, { kind: 'password.changed', userId: id })
    return replacePassword(ctx, trx, user, passwordHash)
  })
}

/**
 * Gives a user the role that their groups at the provider give. The caller holds the lock `accounts`. Returns false, and
 * changes nothing, if they are the last admin.
 */
export async function takeRoleOfGroups(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  user: User,
  role: Role,
): Promise<boolean> {
  if (role === user.role) return true
  if (user.role === 'admin' && !(await hasAnotherAdmin(trx, user.id))) return false
  await updateRole(trx, user.id, role)
  await endCodesOf(trx, user.id)
  await followNewRole(ctx, trx, by, user, role)
  return true
}

async function followNewRole(ctx: Context, trx: Trx, by: ActedBy, user: User, role: Role): Promise<void> {
  await emit(ctx, trx, by, { kind: 'user.changedRole', user: { id: user.id, role }, before: user.role })
  const [before, after] = [await withScope(trx, user), await withScope(trx, { id: user.id, role })]
  await withdrawInvitations(trx, before, after)
}

/** Changes a person whom the user sees. */
function changeUser<T>(
  ctx: Context,
  actor: SignedIn,
  id: number,
  work: (trx: Trx, user: LiveUser) => Promise<T>,
): Promise<T> {
  return withAccount(ctx, id, async trx =>
    work(trx, await requireLiveUser(trx, await visiblePeople(trx, actor), id)),
  )
}

/** Returns the current user, or refuses: a manager may have been limited to other people since the request began. */
async function assertStillInSight(
  trx: Trx,
  actor: SignedIn,
  access: Permission,
  id: number,
): Promise<SignedIn & ScopedActor> {
  const acting = await assertStillAllowed(trx, actor, access)
  await assertInSight(trx, acting, id, 'user_not_found')
  return withScope(trx, acting)
}

function withAccount<T>(ctx: Context, id: number, work: (trx: Trx) => Promise<T>): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    // Changes of accounts run one at a time, so that two admins can't remove each other. The lock comes before any row lock:
    // `assertStillAllowed` locks the acting user, and a concurrent change of that user would deadlock.
    await acquireLock(trx, 'accounts')
    await lockRow(trx, 'users', id)
    return work(trx)
  })
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
function presentListedUser(user: ListedRow, isOff: boolean, teams: NamedTeam[]): ListedUser {
  const days = getCurrentDays(parseSchedule(user.working_days) ?? [])
  return {
    ...presentUser(user),
    last_sign_in_at: user.last_sign_in_at,
    time_zone: user.time_zone,
    working_days: days && [...days],
    off_today: isOff,
    teams,
  }
}
