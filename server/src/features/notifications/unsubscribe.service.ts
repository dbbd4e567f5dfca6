import { timingSafeEqual } from 'node:crypto'
import { type UnsubscribeKind, unsubscribeKindOf } from '#shared/contract/notifications.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { refuse } from '../../http/refusals.ts'
import { findOwnAccount, updateOwnAccount } from '../../identity/accounts.queries.ts'
import { insertMuted } from './mail-due.queries.ts'

// A code is derived from the server's key and is not stored. It is valid as long as the account and the key exist, because
// mails can be read late.

/** A code that turns off mails of this kind for this user, and allows nothing else. */
export const unsubscribeCode = ({ tokens }: Context, userId: number, kind: UnsubscribeKind): string =>
  `${userId}.${kind}.${tokens.derive(`unsubscribe ${userId} ${kind}`)}`

/** Returns the kind that it turned off. A second call changes nothing. */
export async function unsubscribe(ctx: Context, code: string): Promise<UnsubscribeKind> {
  const id = Number(/^[1-9]\d{0,14}(?=\.)/.exec(code)?.[0])
  const kind = unsubscribeKindOf(code)
  if (!id || !kind || !isEqual(code, unsubscribeCode(ctx, id, kind))) throw refuse('unsubscribe_invalid')
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', id)
    if (!(await findOwnAccount(trx, id))) throw refuse('unsubscribe_invalid')
    if (kind === 'daily') await updateOwnAccount(trx, id, { email_notifications: 'off' })
    else await insertMuted(trx, id, kind)
    return kind
  })
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
