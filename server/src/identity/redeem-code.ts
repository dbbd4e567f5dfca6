import type { CodeAccount, CodePasswordInput } from '#shared/contract/sign-in.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../context.ts'
import { lockRow } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Db } from '../db/schema.ts'
import { emit } from '../events/event.ts'
import { refuse, refuseInput } from '../http/refusals.ts'
import { presentUser, replacePassword, requireLiveUser } from './accounts.ts'
import { endIdentities } from './identities.ts'
import { type CodeKind, findByCode } from './one-time-codes.ts'
import { assertMayUsePassword } from './password-policy.ts'
import { isCommonPassword } from './passwords.ts'
import type { OpenedChallenge } from './second-step.ts'
import { byClient, type Client, createGuess, type NewSignIn, signInOrChallenge } from './sign-in-client.ts'
import { onlyPerson } from './visible-people.ts'

const refusals = { invitation: 'invitation_invalid', reset: 'reset_link_invalid' } as const

/** Returns the account whose password a valid link sets. */
export async function readCode(ctx: Context, kind: CodeKind, code: string): Promise<CodeAccount> {
  const { name, email } = await requireCode(ctx, ctx.db, kind, code)
  return { name, email }
}

/**
 * Sets the password, ends every earlier sign-in and every link, and signs in, or asks for the second step. Of several
 * requests with the same code, one succeeds.
 */
export async function redeemCode(
  ctx: Context,
  kind: CodeKind,
  { code, password, end_identities }: CodePasswordInput & { end_identities?: boolean | undefined },
  client: Client,
): Promise<NewSignIn | OpenedChallenge> {
  const requireValidCode = (db: Db) => requireCode(ctx, db, kind, code)
  // Checked before the costly hash, again when the hash leaves its queue, and once more when the account is locked.
  const { id, email, role } = await requireValidCode(ctx.db)
  await assertMayUsePassword(ctx, role)
  if (await isCommonPassword(password)) throw refuseInput({ password: messages.account.passwordTooCommon })
  const beforeHash = () => requireValidCode(ctx.db)
  const passwordHash = await ctx.passwords.hash(password, { actor: `code of ${id}`, beforeHash })
  const guess = await createGuess(ctx, email, client)
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', id)
    await requireValidCode(trx)
    await replacePassword(ctx, trx, await requireLiveUser(trx, onlyPerson({ id }), id), passwordHash)
    const by = byClient(id, client)
    if (end_identities) await endIdentities(ctx, trx, by, { userId: id })
    await emit(ctx, trx, by, {
      kind: kind === 'invitation' ? 'invitation.accepted' : 'password.changed',
      userId: id,
    })
    const opened = await signInOrChallenge(ctx, trx, id, guess, client)
    if ('challenge' in opened) return opened
    const { token, device } = opened
    return {
      signedIn: { token, user: presentUser(await requireLiveUser(trx, onlyPerson({ id }), id)) },
      device,
    }
  })
}

async function requireCode(ctx: Context, db: Db, kind: CodeKind, code: string) {
  const found = await findByCode(ctx, db, kind, code)
  if (!found) throw refuse(refusals[kind])
  return found
}
