import type { SignIn } from '#shared/contract/account.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { forgetDevicesOf } from '../../identity/known-devices.ts'
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

/** Ends one of the user's own sign-ins; those of other users are not found. */
export function endOwnSignIn(ctx: Context, actor: SignedIn, publicId: number): Promise<void> {
  return onOwnSignIns(ctx, actor, async trx => {
    if (!(await deleteSignInByPublicId(trx, { userId: actor.id, publicId }))) throw refuse('not_found')
  })
}

/** Ends all but the sign-in of this request, and returns how many there were. */
export function endOtherSignIns(ctx: Context, actor: SignedIn): Promise<number> {
  return onOwnSignIns(ctx, actor, trx => endOthersWithin(ctx, trx, actor))
}

/** The same within the transaction that sets a new password; the known browsers of the account are forgotten. */
export async function endOthersAndForget(ctx: Context, trx: Trx, actor: SignedIn): Promise<number> {
  await forgetDevicesOf(trx, actor.id)
  return endOthersWithin(ctx, trx, actor)
}

function endOthersWithin(ctx: Context, trx: Trx, { id, signInId }: SignedIn): Promise<number> {
  return deleteOtherSignIns(trx, { userId: id, keptId: signInId ?? '', now: ctx.clock.now().toISOString() })
}

/** Waits for requests of the other sign-ins that are writing; later ones are refused. */
function onOwnSignIns<T>(ctx: Context, actor: SignedIn, work: (trx: Trx) => Promise<T>): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    await assertStillAllowed(trx, actor, 'signedIn')
    return work(trx)
  })
}
