import type { SignIn } from '#shared/contract/account.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { type EndedAccess, endAccessOf } from '../../identity/end-access.ts'
import { deleteDevicesOf } from '../../identity/known-devices.ts'
import { deleteOtherSignIns, deleteSignInByPublicId, findSignInsOf } from '../../identity/sign-ins.queries.ts'

export async function listSignIns(ctx: Context, { id, signInId }: SignedIn): Promise<SignIn[]> {
  const rows = await findSignInsOf(ctx.db, {
    userId: id,
    currentId: signInId,
    now: ctx.clock.now().toISOString(),
  })
  return rows.map(row => ({
    id: row.public_id,
    created_at: row.created_at,
    last_used_at: row.last_used_at ?? row.created_at,
    address: row.address,
    device: row.device,
    is_current: row.id === signInId,
  }))
}

/** Ends one of the user's own sign-ins. The sign-ins of other users are not found. */
export function endOwnSignIn(ctx: Context, actor: SignedIn, publicId: number): Promise<void> {
  return changeOwnSignIns(ctx, actor, async trx => {
    if (!(await deleteSignInByPublicId(trx, { userId: actor.id, publicId }))) throw refuse('not_found')
    await emit(ctx, trx, actor, { kind: 'signIns.ended', userId: actor.id, count: 1 })
  })
}

/** Ends all sign-ins of the user except the one of this request, and returns how many it ended. */
export function endOtherSignIns(ctx: Context, actor: SignedIn): Promise<number> {
  return changeOwnSignIns(ctx, actor, trx => deleteOthers(ctx, trx, actor))
}

/** Ends all sign-ins of the user, also the one of this request, and all their access tokens. */
export function endOwnAccess(ctx: Context, actor: SignedIn): Promise<EndedAccess> {
  return changeOwnSignIns(ctx, actor, trx => endAccessOf(ctx, trx, actor, actor.id))
}

/** Part of the transaction that sets a new password. It also removes the known browsers of the account. */
export async function endOtherSignInsAndForgetDevices(
  ctx: Context,
  trx: Trx,
  actor: SignedIn,
): Promise<number> {
  await deleteDevicesOf(trx, actor.id)
  return deleteOthers(ctx, trx, actor)
}

async function deleteOthers(ctx: Context, trx: Trx, actor: SignedIn): Promise<number> {
  const { id, signInId } = actor
  const now = ctx.clock.now().toISOString()
  const count = await deleteOtherSignIns(trx, { userId: id, keptId: signInId ?? '', now })
  if (count > 0) await emit(ctx, trx, actor, { kind: 'signIns.ended', userId: id, count })
  return count
}

/** The lock on the account waits for writes of the user's other sign-ins. Later requests of ended sign-ins are refused. */
function changeOwnSignIns<T>(ctx: Context, actor: SignedIn, work: (trx: Trx) => Promise<T>): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    await assertStillAllowed(trx, actor, 'signedIn')
    return work(trx)
  })
}
