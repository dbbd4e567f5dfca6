import type { Identity } from '#shared/contract/single-sign-on.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { findSignedInUser } from '../../identity/sign-ins.ts'
import { assertWayInLeft } from '../../identity/ways-in.ts'
import type { Person } from './claims.ts'
import type { Flow } from './flow-cookies.ts'
import { deleteIdentity, findIdentitiesOf } from './identities.queries.ts'
import { linkPerson } from './single-sign-on.service.ts'

export const listIdentities = (ctx: Context, { id }: SignedIn): Promise<Identity[]> =>
  findIdentitiesOf(ctx.db, id)

/** The user who began it must still be signed in, in the same browser. */
export async function finishLinking(
  ctx: Context,
  { userId, signInId }: NonNullable<Flow['link']>,
  person: Person,
  address: string,
) {
  const actor = await findSignedInUser(ctx.db, {
    id: userId,
    signInId,
    accessToken: null,
    via: 'session',
    address,
  })
  if (!actor || actor.id !== userId) throw refuse('sso_expired')
  await changeOwn(ctx, actor, (trx, acting) => linkPerson(ctx, trx, acting, person))
}

/** The identities of other users are not found. */
export function unlinkIdentity(ctx: Context, actor: SignedIn, id: number): Promise<void> {
  return changeOwn(ctx, actor, async (trx, acting) => {
    const own = await findIdentitiesOf(trx, acting.id)
    const identity = own.find(each => each.id === id)
    if (!identity) throw refuse('identity_not_found')
    await deleteIdentity(trx, id)
    await assertWayInLeft(ctx, trx, acting)
    await emit(ctx, trx, acting, {
      kind: 'identity.unlinked',
      userId: acting.id,
      identity: { id, issuer: identity.issuer },
    })
  })
}

function changeOwn<T>(
  ctx: Context,
  actor: SignedIn,
  work: (trx: Trx, acting: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'accounts')
    await lockRow(trx, 'users', actor.id)
    return work(trx, await assertStillAllowed(trx, actor, 'signedIn'))
  })
}
