import type { NamedTeam } from '#shared/contract/teams.ts'
import type { ListedUser, User } from '#shared/contract/users.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import { acquireLock } from '../db/engine.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Db, Trx } from '../db/schema.ts'
import { type ActedBy, byCommand, emit } from '../events/event.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse } from '../http/refusals.ts'
import {
  countLiveUsers,
  findEmails,
  findLiveUser,
  findPasswordHash,
  hasAnyAccount,
  insertUser,
  markAccepted,
  updatePasswordHash,
} from './accounts.queries.ts'
import { endCodesOf } from './one-time-codes.ts'
import { endChallengesOf } from './second-step.ts'
import { endSignInsOf } from './sign-ins.ts'
import { assertVisible, isVisible, type VisiblePeople } from './visible-people.ts'

export type LiveUser = NonNullable<Awaited<ReturnType<typeof findLiveUser>>>

export type NewAccount = { name: string; email: string; password: string }

/** Used by commands, which run without a signed-in user. */
export async function createAccount(ctx: Context, account: NewAccount & { role: Role }): Promise<User> {
  const passwordHash = await ctx.passwords.hash(account.password)
  return groupCommit(ctx.db, async trx => {
    const user = await insertAccount(ctx, trx, byCommand, account, passwordHash)
    await emit(ctx, trx, byCommand, { kind: 'user.created', userIds: [user.id] })
    return user
  })
}

/** If two requests have the same e-mail, the unique index refuses the second. */
export async function insertAccount(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  { name, email, role }: { name: string; email: string; role: Role },
  password_hash: string | null,
): Promise<User> {
  try {
    const user = await insertUser(trx, {
      name,
      email,
      role,
      password_hash,
      created_at: ctx.clock.now().toISOString(),
    })
    await emit(ctx, trx, by, { kind: 'texts.changed', type: 'person', ids: [user.id] })
    return user
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('user_exists')
    throw error
  }
}

/** Creates the first administrator, unless another request was faster; `then` runs in the same transaction. */
export async function createFirstAdmin<T>(
  ctx: Context,
  by: ActedBy,
  account: NewAccount,
  then: (trx: Trx, user: User) => Promise<T>,
): Promise<T | undefined> {
  if (await hasAnyAccount(ctx.db)) return undefined
  const passwordHash = await ctx.passwords.hash(account.password)
  return groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'first-admin')
    if (await hasAnyAccount(trx)) return undefined
    const user = await insertAccount(ctx, trx, by, { ...account, role: 'admin' }, passwordHash)
    await emit(ctx, trx, by, { kind: 'user.created', userIds: [user.id] })
    return then(trx, user)
  })
}

/** Whether this is still the account's password hash. False if the account is deleted or has none. */
export async function hasPasswordHash(
  trx: Trx,
  userId: number,
  passwordHash: string | null,
): Promise<boolean> {
  return passwordHash !== null && (await findPasswordHash(trx, userId))?.password_hash === passwordHash
}

/** Returns null if the account has no password or is deleted. */
export async function getPasswordHash(db: Db, userId: number): Promise<string | null> {
  return (await findPasswordHash(db, userId))?.password_hash ?? null
}

export async function replaceHash(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await updatePasswordHash(trx, userId, passwordHash, clock.now().toISOString())
  // A sign-in with the old password may wait for its second step.
  await endChallengesOf(trx, userId)
}

/** Ends every sign-in that the old password opened, and every link to choose another. */
export async function replacePassword(
  ctx: Context,
  trx: Trx,
  user: User,
  passwordHash: string,
): Promise<User> {
  await replaceHash(ctx, trx, user.id, passwordHash)
  await endSignInsOf(trx, user.id)
  await endCodesOf(trx, user.id)
  return user
}

/** Accepts an invitation without a password: single sign-on has said who the user is. Its link ends. */
export async function acceptWithoutPassword(ctx: Context, trx: Trx, userId: number): Promise<void> {
  await markAccepted(trx, userId, ctx.clock.now().toISOString())
  await endCodesOf(trx, userId)
}

/** A person out of sight is refused like one who doesn't exist. */
export async function requireLiveUser(db: Db, people: VisiblePeople, id: number): Promise<LiveUser> {
  assertVisible(people, id, 'user_not_found')
  const user = await findLiveUser(db, id)
  if (!user) throw refuse('user_not_found')
  return user
}

/** Finds e-mails by user id, including those of deleted accounts. */
export async function findEmailsById(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await findEmails(db, ids)).map(({ id, email }) => [id, email]))
}

/** Whether all of these people are in sight and have an account. `ids` must be unique. */
export async function areVisibleUsers(
  trx: Trx,
  people: VisiblePeople,
  ids: readonly number[],
): Promise<boolean> {
  return ids.every(id => isVisible(people, id)) && areLiveUsers(trx, ids)
}

/** `ids` must be unique. */
export async function areLiveUsers(trx: Trx, ids: readonly number[]): Promise<boolean> {
  return ids.length === 0 || (await countLiveUsers(trx, ids)).count === ids.length
}

/** Lists every field that leaves the server, so that a column that is added later stays private until it is added here. */
export function presentUser({ id, name, email, role, created_at, invited }: User): User {
  // SQLite returns 0 and 1 for booleans.
  return { id, name, email, role, created_at, invited: Boolean(invited) }
}

/** A user who has signed in has accepted their invitation. */
export const presentSignedIn = (actor: SignedIn): User => presentUser({ ...actor, invited: false })

/** Presents an account that a reviewer has just created, as lists of users show it. */
export const presentNewUser = (user: User, teams: NamedTeam[]): ListedUser => ({
  ...presentUser(user),
  last_sign_in_at: null,
  time_zone: null,
  working_days: null,
  off_today: false,
  teams,
})
