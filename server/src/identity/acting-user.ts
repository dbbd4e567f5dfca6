import { can, type Permission } from '#shared/permissions.ts'
import type { Context } from '../context.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Trx } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse } from '../http/refusals.ts'
import { findActing, findSignedIn, holdUser } from './sign-ins.queries.ts'
import { whoIsSignedIn } from './sign-ins.ts'

/** The permission that the route requires. */
type Access = Permission | 'signedIn'

/**
 * A transaction in the name of a signed-in user. A request may wait between the access check and its write (for a hash, a body,
 * an upload, a lock), and rights may end meanwhile: so the user is read again in the transaction that writes.
 */
export function actAs<T>(
  ctx: Context,
  actor: SignedIn,
  access: Access,
  work: (trx: Trx, actor: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => work(trx, await assertStillAllowed(trx, actor, access)))
}

/** Hashes a password in this user's share of the queue, if they may still do that after the wait in the queue. */
export function hashFor(ctx: Context, actor: SignedIn, access: Access, password: string): Promise<string> {
  const admit = async () => mustBeAllowed(await whoIsSignedIn(ctx, actor), access)
  return ctx.passwords.hash(password, { actor: `user ${actor.id}`, admit })
}

/**
 * The user as they are now, or a refusal: 401 when the sign-in has ended, 403 when the role no longer allows it. Until
 * this transaction ends, requests that end a sign-in or change a role wait for it: all of them lock the user's row.
 */
export async function assertStillAllowed(trx: Trx, actor: SignedIn, access: Access): Promise<SignedIn> {
  const { id, signInId } = actor
  // Sent in this order in one round trip: the second statement sees what was committed before the first got its lock.
  const [, user] = await Promise.all([
    holdUser(trx, id),
    signInId === null ? findActing(trx, id) : findSignedIn(trx, signInId),
  ])
  mustBeAllowed(user, access)
  return { ...user, signInId }
}

type Account = Omit<SignedIn, 'signInId'>

function mustBeAllowed(user: Account | undefined, access: Access): asserts user is Account {
  if (!user) throw refuse('token_invalid')
  if (access !== 'signedIn' && !can(user, access)) throw refuse('forbidden')
}
