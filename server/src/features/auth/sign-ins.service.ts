import { randomBytes } from 'node:crypto'
import type { SignIn } from '#shared/contract/account.ts'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { stillActing } from './acting-user.service.ts'
import {
  deleteExpiredSignIns,
  deleteOtherSignIns,
  deleteSignIn,
  deleteSignInByPublicId,
  deleteSignInsOf,
  findSignedIn,
  findSignInsOf,
  insertSignIn,
  noteSignIn,
  noteUse,
} from './auth.queries.ts'
import { describeDevice } from './describe-device.ts'
import { forgetDevicesOf } from './known-devices.ts'
import { forgetGuessesFor } from './sign-in-limit.ts'
import { storedIdOf } from './tokens.ts'

/** How often the use of a sign-in is written down, at most. */
const useMs = 10 * 60_000

/** What is shown of a sign-in: the IP address and the user agent of the request that opened it. */
export type OpenedFrom = { address: string; userAgent: string | undefined }

/** Writes the row that a token names, and returns the token. */
export async function openSignIn(ctx: Context, trx: Trx, userId: number, from?: OpenedFrom): Promise<string> {
  const now = ctx.clock.now()
  const sid = randomBytes(18).toString('base64url')
  await deleteExpiredSignIns(trx, now.toISOString())
  await insertSignIn(trx, {
    id: storedIdOf(sid),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: toInstant(now.getTime() + ctx.config.tokenTtlSeconds * 1000),
    address: from?.address ?? null,
    device: describeDevice(from?.userAgent),
  })
  await noteSignIn(trx, userId, now.toISOString())
  return ctx.tokens.issue(userId, sid, ctx.config.tokenTtlSeconds)
}

/** Who sent this token? Undefined for forged, expired and ended sign-ins and deleted people alike. */
export async function whoSent(ctx: Context, token: string, address: string): Promise<SignedIn | undefined> {
  const signInId = ctx.tokens.read(token)
  const found = signInId === undefined ? undefined : await findSignedIn(ctx.db, signInId)
  if (!found || signInId === undefined) return undefined
  const { last_used_at, opened_at, ...user } = found
  const now = ctx.clock.now().getTime()
  if (now - Date.parse(last_used_at ?? opened_at) >= useMs) {
    const use = { id: signInId, address, last_used_at: toInstant(now), before: toInstant(now - useMs) }
    // Not awaited: a request that only reads must not wait for a write, nor fail with it.
    void noteUse(ctx.db, use).catch(() => {})
  }
  return { ...user, signInId }
}

/** The same person as they are now, if their sign-in still stands. */
export async function whoIsSignedIn(
  ctx: Context,
  { signInId }: Pick<SignedIn, 'signInId'>,
): Promise<SignedIn | undefined> {
  const found = signInId === null ? undefined : await findSignedIn(ctx.db, signInId)
  if (!found) return undefined
  const { last_used_at: _, opened_at: __, ...user } = found
  return { ...user, signInId }
}

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

/** One of the actor's own; those of others are not found. */
export function endOwnSignIn(ctx: Context, actor: SignedIn, publicId: number): Promise<void> {
  return onOwnSignIns(ctx, actor, async trx => {
    if (!(await deleteSignInByPublicId(trx, { userId: actor.id, publicId }))) throw refuse('not_found')
  })
}

/** All but the one that asks; how many there were. */
export function endOtherSignIns(ctx: Context, actor: SignedIn): Promise<number> {
  return onOwnSignIns(ctx, actor, trx => endOthersWithin(ctx, trx, actor))
}

/** The same for a new password, within the transaction that sets it; no browser is known for this account any more. */
export async function endOthersAndForget(ctx: Context, trx: Trx, actor: SignedIn): Promise<number> {
  await forgetDevicesOf(trx, actor.id)
  return endOthersWithin(ctx, trx, actor)
}

function endOthersWithin(ctx: Context, trx: Trx, { id, signInId }: SignedIn): Promise<number> {
  return deleteOtherSignIns(trx, { userId: id, keptId: signInId ?? '', now: ctx.clock.now().toISOString() })
}

/** What the other devices are doing right now is done first, and nothing after the answer. */
function onOwnSignIns<T>(ctx: Context, actor: SignedIn, work: (trx: Trx) => Promise<T>): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    await stillActing(trx, actor, 'signedIn')
    return work(trx)
  })
}

export async function endSignIn(ctx: Context, { id, signInId }: SignedIn): Promise<void> {
  await groupCommit(ctx.db, async trx => {
    // What this sign-in is doing right now is done first, and nothing after the answer (acting-user.service.ts).
    await lockRow(trx, 'users', id)
    if (signInId !== null) await deleteSignIn(trx, signInId)
  })
}

/** All of them, and no browser is known for this account any more. */
export async function endSignInsOf(trx: Trx, userId: number): Promise<void> {
  await forgetDevicesOf(trx, userId)
  await deleteSignInsOf(trx, userId)
}

/** Removes failed sign-ins with this e-mail, when that e-mail is erased, and returns how many there were. */
export function forgetFailuresWith(trx: Trx, email: string, now: Date): Promise<number> {
  return forgetGuessesFor(trx, email, now)
}
