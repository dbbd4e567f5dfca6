import type { NamedIdentity } from '#shared/contract/users.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import { type ActedBy, emit } from '../events/event.ts'
import { nameIdentitiesOf } from './identities.ts'
import { deleteDevicesOf } from './known-devices.ts'
import { endChallengesOf } from './second-step.ts'
import { deleteOtherSignIns } from './sign-ins.queries.ts'
import { deleteAccessTokensOf } from './user-of-token.ts'

/** How many sign-ins and access tokens have ended, without those that had expired, and the identities, which stay. */
export type EndedAccess = { sign_ins: number; tokens: number; identities: NamedIdentity[] }

/** Ends everything with which a client can act for an account now. The caller has locked the account. */
export async function endAccessOf(ctx: Context, trx: Trx, by: ActedBy, userId: number): Promise<EndedAccess> {
  const now = ctx.clock.now().toISOString()
  await deleteDevicesOf(trx, userId)
  await endChallengesOf(trx, userId)
  // No stored id is empty, so this keeps none.
  const sign_ins = await deleteOtherSignIns(trx, { userId, keptId: '', now })
  if (sign_ins > 0) await emit(ctx, trx, by, { kind: 'signIns.ended', userId, count: sign_ins })
  const tokens = await endTokensOf(ctx, trx, by, userId)
  return { sign_ins, tokens, identities: await nameIdentitiesOf(trx, userId) }
}

/** Ends the access tokens of an account, and returns how many of them hadn't expired. */
export async function endTokensOf(ctx: Context, trx: Trx, by: ActedBy, userId: number): Promise<number> {
  const count = await deleteAccessTokensOf(trx, userId, ctx.clock.now().toISOString())
  if (count > 0) await emit(ctx, trx, by, { kind: 'tokens.ended', userId, count })
  return count
}
