import type { ListedUser, User } from '#shared/contract/users.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import { acquireLock } from '../db/engine.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Db, Trx } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse } from '../http/refusals.ts'
import {
  countLiveUsers,
  findEmails,
  findLiveUser,
  findPasswordHash,
  hasAnyAccount,
  insertUser,
  updatePasswordHash,
} from './accounts.queries.ts'
import { endCodesOf } from './one-time-codes.ts'
import { endSignInsOf } from './sign-ins.ts'

export type LiveUser = NonNullable<Awaited<ReturnType<typeof findLiveUser>>>

export type NewAccount = { name: string; email: string; password: string }

/** Used by commands, which run without a signed-in user. */
export async function createAccount(ctx: Context, account: NewAccount & { role: Role }): Promise<User> {
  return insertAccount(ctx, ctx.db, account, await ctx.passwords.hash(account.password))
}

/** If two requests have the same e-mail, the unique index refuses the second. */
export async function insertAccount(
  ctx: Context,
  db: Db,
  { name, email, role }: { name: string; email: string; role: Role },
  password_hash: string | null,
): Promise<User> {
  try {
    return await insertUser(db, {
      name,
      email,
      role,
      password_hash,
      created_at: ctx.clock.now().toISOString(),
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refuse('user_exists')
    throw error
  }
}

/** Creates the first administrator, unless another request was faster; `then` runs in the same transaction. */
export async function createFirstAdmin<T>(
  ctx: Context,
  account: NewAccount,
  then: (trx: Trx, user: User) => Promise<T>,
): Promise<T | undefined> {
  if (await hasAnyAccount(ctx.db)) return undefined
  const passwordHash = await ctx.passwords.hash(account.password)
  return groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'first-admin')
    if (await hasAnyAccount(trx)) return undefined
    return then(trx, await insertAccount(ctx, trx, { ...account, role: 'admin' }, passwordHash))
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

export async function requireLiveUser(db: Db, id: number): Promise<LiveUser> {
  const user = await findLiveUser(db, id)
  if (!user) throw refuse('user_not_found')
  return user
}

/** Finds e-mails by user id, including those of deleted accounts. */
export async function findEmailsById(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  return new Map((await findEmails(db, ids)).map(({ id, email }) => [id, email]))
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

/** A user who has signed in has a password. */
export const presentSignedIn = (actor: SignedIn): User => presentUser({ ...actor, invited: false })

/** Presents an account that a reviewer has just created, as lists of users show it. */
export const presentNewUser = (user: User): ListedUser => ({
  ...presentUser(user),
  last_sign_in_at: null,
  time_zone: null,
  working_days: null,
  off_today: false,
})
