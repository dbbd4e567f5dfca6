import { can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../context.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Trx } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse } from '../http/refusals.ts'
import { lockUserForShare } from './sign-ins.queries.ts'
import { findSignedInUser } from './sign-ins.ts'

/** The permission that the route requires. */
type Access = Permission | 'signedIn'

/**
 * Runs a transaction for a signed-in user. A request may wait between the access check and its write (for a hash, a body, an
 * upload, a lock), and the user may lose the permission meanwhile. So the user is read again in the transaction.
 */
export function actAs<T>(
  ctx: Context,
  actor: SignedIn,
  access: Access,
  work: (trx: Trx, actor: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => work(trx, await assertStillAllowed(trx, actor, access)))
}

/** Hashes a password in this user's share of the queue. After the wait, the permission is checked again. */
export function hashPasswordFor(
  ctx: Context,
  actor: SignedIn,
  access: Access,
  password: string,
): Promise<string> {
  const beforeHash = async () => assertAllowed(await findSignedInUser(ctx.db, actor), access)
  return ctx.passwords.hash(password, { actor: `user ${actor.id}`, beforeHash })
}

/**
 * Returns the current user, or refuses: 401 if the sign-in or the access token has ended, 403 if the role no longer allows the access. Requests
 * that end a sign-in or change a role lock the user's row, so they wait until this transaction ends.
 */
export async function assertStillAllowed(trx: Trx, actor: SignedIn, access: Access): Promise<SignedIn> {
  // Both go to the database in one round trip, in this order, so the second statement reads the row after it is locked.
  const [, user] = await Promise.all([lockUserForShare(trx, actor.id), findSignedInUser(trx, actor)])
  assertAllowed(user, access)
  return user
}

function assertAllowed(user: SignedIn | undefined, access: Access): asserts user is SignedIn {
  if (!user) throw refuse('token_invalid')
  if (access !== 'signedIn' && !can(user, access)) throw refuse('forbidden')
}
