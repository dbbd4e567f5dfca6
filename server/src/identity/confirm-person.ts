import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../context.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse, refuseInput } from '../http/refusals.ts'
import { getPasswordHash } from './accounts.ts'
import { emitRefusedSignIn } from './refused-sign-in.ts'
import { isRightPassword } from './sign-in-limit.ts'

/** Users without a password confirm by having signed in this short time ago. */
const freshMs = limits.freshSignInMinutes * 60_000

/**
 * Confirms that a signed-in user is still the one at the keyboard: with the password, and without one by a fresh sign-in.
 * Returns the hash of the password, or null if there is none.
 */
export async function confirmPerson(
  ctx: Context,
  actor: SignedIn,
  { password, field, address }: { password: string | undefined; field: string; address: string },
): Promise<string | null> {
  const passwordHash = await getPasswordHash(ctx.db, actor.id)
  if (passwordHash === null) {
    if (!(await hasFreshSignIn(ctx, actor))) throw refuse('sign_in_again')
    return null
  }
  if (password === undefined) throw refuseInput({ [field]: messages.account.currentPasswordRequired })
  const isRight = await isRightPassword(ctx, { passwordHash, password, email: actor.email, address })
  if (!isRight) {
    await emitRefusedSignIn(ctx, address, actor.id)
    throw refuseInput({ [field]: messages.account.currentPasswordWrong })
  }
  return passwordHash
}

async function hasFreshSignIn({ db, clock }: Context, { signInId }: SignedIn): Promise<boolean> {
  if (signInId === null) return false
  const row = await db
    .selectFrom('sign_ins')
    .select('created_at')
    .where('id', '=', signInId)
    .executeTakeFirst()
  return row !== undefined && clock.now().getTime() - Date.parse(row.created_at) < freshMs
}
