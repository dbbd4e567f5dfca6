import type { LoginInput, RegisterInput, SetupInput, SignedInReply } from '#shared/contract/auth.ts'
import type { User } from '#shared/contract/users.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { refuse } from '../../refusals.ts'
import {
  createAccount,
  createFirstAdmin,
  findAccountByEmail,
  hasPasswordHash,
  presentUser,
} from '../users/users.service.ts'
import { createLines } from './one-at-a-time.ts'
import { closeSetup } from './setup.service.ts'
import {
  countGuess,
  forgetGuesses,
  forgetOldGuesses,
  type Guess,
  refuseIfOverLimit,
} from './sign-in-limit.ts'
import { openSignIn, type SignedIn } from './sign-ins.service.ts'

const inLine = createLines()

export async function login(ctx: Context, input: LoginInput, address: string): Promise<SignedInReply> {
  const guess: Guess = { address, email: input.email }
  const account = await findAccountByEmail(ctx, input.email)
  // In line: of many right passwords at once, none may find another one's guess still counted as failed.
  const token = await inLine(`${guess.address} ${guess.email}`, async () => {
    await refuseIfOverLimit(ctx, guess)
    let takeBack = async () => {}
    return ctx.passwords.verify(account?.password_hash, input.password, {
      admit: async () => {
        takeBack = await countGuess(ctx, guess)
      },
      handleRight: async () =>
        account &&
        openForRightGuess(ctx, account, guess).catch(async error => {
          // It was right all the same, as far as the database still listens.
          await takeBack().catch(() => {})
          throw error
        }),
    })
  })
  if (!account || !token) throw refuse.notSignedIn(messages.auth.invalidCredentials)
  return { token, user: presentUser(account) }
}

/** The token; none if the password was reset, or the account deleted, while the hash was being computed. */
function openForRightGuess(
  ctx: Context,
  account: { id: number; password_hash: string },
  guess: Guess,
): Promise<string | undefined> {
  return ctx.db.transaction().execute(async trx => {
    await lockRow(trx, 'users', account.id)
    if (!(await hasPasswordHash(trx, account.id, account.password_hash))) return undefined
    // Everybody's old ones first: holding one's own meanwhile, two could wait for each other.
    await forgetOldGuesses(trx, ctx.clock.now())
    await forgetGuesses(trx, guess)
    return openSignIn(ctx, trx, account.id)
  })
}

/** A reviewer makes an account for somebody else and stays signed in as themselves. */
export async function register(ctx: Context, actor: SignedIn, input: RegisterInput): Promise<User> {
  if (!can(actor, 'user.register', { role: input.role })) throw refuse.forbidden()
  return presentUser(await createAccount(ctx, input))
}

/** The one registration without anybody signed in. Of two at once, one gets the account. */
export async function setUp(ctx: Context, input: SetupInput): Promise<SignedInReply> {
  const signedIn = await createFirstAdmin(ctx, input, async (trx, user) => {
    await closeSetup(trx)
    return { token: await openSignIn(ctx, trx, user.id), user: presentUser(user) }
  })
  if (!signedIn) throw refuse.notSignedIn(messages.register.adminOnly)
  return signedIn
}
