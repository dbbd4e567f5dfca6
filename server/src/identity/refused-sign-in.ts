import type { Context } from '../context.ts'
import { groupCommit } from '../db/group-commit.ts'
import { emit, type Via } from '../events/event.ts'

/**
 * Emits that a wrong password, code or token was refused, in a transaction of its own. Only guesses that count are told, so
 * that the limits of sign-ins bound the rows. No user has been identified, so none acts.
 */
export function emitRefusedSignIn(
  ctx: Context,
  address: string,
  userId: number | null,
  via: Via = 'session',
): Promise<void> {
  return groupCommit(ctx.db, trx =>
    emit(ctx, trx, { id: null, via, address }, { kind: 'signIn.refused', userId }),
  )
}
