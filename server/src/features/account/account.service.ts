import type { Account, AccountInput, OwnPasswordInput } from '#shared/contract/account.ts'
import { accountMessages } from '#shared/messages/account.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuseInput } from '../../http/refusals.ts'
import { hashFor, stillActing } from '../auth/acting-user.service.ts'
import { isCommonPassword } from '../auth/common-passwords.service.ts'
import { endCodesOf } from '../auth/one-time-codes.service.ts'
import { endOthersAndForget } from '../auth/sign-ins.service.ts'
import { isRightPassword } from '../auth/try-password.service.ts'
import {
  hasPasswordHash,
  passwordHashOf,
  presentSignedIn,
  renameUser,
  replaceHash,
} from '../users/users.service.ts'

export function rename(ctx: Context, actor: SignedIn, { name }: AccountInput): Promise<Account> {
  return changeOwn(ctx, actor, async (trx, acting) => {
    await renameUser(trx, acting.id, name)
    return presentSignedIn({ ...acting, name })
  })
}

/** Returns how many other sign-ins it ended. */
export async function changePassword(
  ctx: Context,
  actor: SignedIn,
  { current_password, password }: OwnPasswordInput,
  address: string,
): Promise<number> {
  if (await isCommonPassword(password)) throw refuseInput({ password: accountMessages.passwordTooCommon })
  const passwordHash = await passwordHashOf(ctx.db, actor.id)
  const attempt = { passwordHash, password: current_password, email: actor.email, address }
  if (!(await isRightPassword(ctx, attempt))) throw wrongPassword()
  const newHash = await hashFor(ctx, actor, 'signedIn', password)
  return changeOwn(ctx, actor, async (trx, acting) => {
    // Another device may have changed it while this one waited for its hash.
    if (!(await hasPasswordHash(trx, actor.id, passwordHash))) throw wrongPassword()
    await replaceHash(trx, actor.id, newHash)
    await endCodesOf(trx, actor.id)
    return endOthersAndForget(ctx, trx, acting)
  })
}

const wrongPassword = () => refuseInput({ current_password: accountMessages.currentPasswordWrong })

/** Locked before it is read again: an edit by a reviewer, or a reset, comes before or after, never in between. */
function changeOwn<T>(
  ctx: Context,
  actor: SignedIn,
  work: (trx: Trx, acting: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', actor.id)
    return work(trx, await stillActing(trx, actor, 'signedIn'))
  })
}
