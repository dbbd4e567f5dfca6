import type { Identity } from '#shared/contract/single-sign-on.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { getPasswordHash } from '../../identity/accounts.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { confirmPerson } from '../../identity/confirm-person.ts'
import { endIdentities, findIdentitiesOf } from '../../identity/identities.ts'
import { findSignedInUser } from '../../identity/sign-ins.ts'
import { assertWayInLeft } from '../../identity/ways-in.ts'
import type { Person } from './claims.ts'
import type { Flow } from './flow-cookies.ts'
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

type Unlinking = { id: number; password: string | undefined; address: string }

/** Confirmed with the password, as linking is. The identities of other users are not found. */
export async function unlinkIdentity(
  ctx: Context,
  actor: SignedIn,
  { id, password, address }: Unlinking,
): Promise<void> {
  const passwordHash = await confirmPerson(ctx, actor, { password, field: 'password', address })
  await changeOwn(ctx, actor, async (trx, acting) => {
    // Another device may have changed the password meanwhile.
    if ((await getPasswordHash(trx, acting.id)) !== passwordHash)
      throw refuseInput({ password: messages.account.currentPasswordWrong })
    if (!(await endIdentities(ctx, trx, acting, { userId: acting.id, id })))
      throw refuse('identity_not_found')
    await assertWayInLeft(ctx, trx, acting)
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
