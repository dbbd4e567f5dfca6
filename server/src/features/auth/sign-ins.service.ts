import { randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  deleteSignInsOf,
  findSignedIn,
  insertSignIn,
} from './auth.queries.ts'
import { forgetDevicesOf } from './known-devices.ts'
import { forgetGuessesFor } from './sign-in-limit.ts'
import { storedIdOf } from './tokens.ts'

/** Writes the row that a token names, and returns the token. */
export async function openSignIn(ctx: Context, trx: Trx, userId: number): Promise<string> {
  const now = ctx.clock.now()
  const sid = randomBytes(18).toString('base64url')
  await deleteExpiredSignIns(trx, now.toISOString())
  await insertSignIn(trx, {
    id: storedIdOf(sid),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: toInstant(now.getTime() + ctx.config.tokenTtlSeconds * 1000),
  })
  return ctx.tokens.issue(userId, sid, ctx.config.tokenTtlSeconds)
}

/** Who sent this token? Undefined for forged, expired and ended sign-ins and deleted people alike. */
export async function whoSent(ctx: Context, token: string): Promise<SignedIn | undefined> {
  const signInId = ctx.tokens.read(token)
  return signInId === undefined ? undefined : whoIsSignedIn(ctx, { signInId })
}

/** The same person as they are now, if their sign-in still stands. */
export async function whoIsSignedIn(
  ctx: Context,
  { signInId }: Pick<SignedIn, 'signInId'>,
): Promise<SignedIn | undefined> {
  const user = signInId === null ? undefined : await findSignedIn(ctx.db, signInId)
  return user && { ...user, signInId }
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
