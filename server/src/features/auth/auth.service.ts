import type { LoginInput, RegisterInput, SetupInput, SignedInReply } from '#shared/contract/auth.ts'
import type { User } from '#shared/contract/users.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { KeyedQueue } from '../../lib/keyed-queue.ts'
import {
  createFirstAdmin,
  findAccountByEmail,
  hasPasswordHash,
  insertAccount,
  presentUser,
} from '../users/users.service.ts'
import { actAs, hashFor } from './acting-user.service.ts'
import { type Device, isKnownDevice, rememberDevice } from './known-devices.ts'
import { longestWaitMs } from './passwords.ts'
import { closeSetup } from './setup.service.ts'
import {
  addressCounters,
  countGuess,
  deviceCounters,
  forgetGuesses,
  forgetOldGuesses,
  type Guess,
  refuseIfOverLimit,
} from './sign-in-limit.ts'
import { openSignIn } from './sign-ins.service.ts'

/** One at a time of an e-mail from one place. */
const signIns = new KeyedQueue<string>({ atOnce: 1, waiting: 99, longestWaitMs })

/** Where a sign-in comes from: an IP address, and the id in the browser's cookie, if it brings one. */
export type Origin = { address: string; device: Device | undefined }

/** What a new sign-in answers, and the id that the browser is to keep. */
export type Entered = { signedIn: SignedInReply; device: Device }

export async function login(ctx: Context, input: LoginInput, { address, device }: Origin): Promise<Entered> {
  const { email } = input
  const [account, isKnown] = await Promise.all([
    findAccountByEmail(ctx, email),
    device && isKnownDevice(ctx.db, device, email, ctx.clock.now()),
  ])
  const counters = device && isKnown ? deviceCounters(device) : addressCounters(address)
  const guess: Guess = { counters, email }
  // Under a mutex: otherwise one of many concurrent right passwords could see another's guess still counted as failed.
  const entered = await signIns.run(`${counters[0]} ${email}`, async () => {
    await refuseIfOverLimit(ctx, guess)
    let takeBack = async () => {}
    return ctx.passwords.verify(account?.password_hash, input.password, {
      from: counters[0],
      admit: async () => {
        takeBack = await countGuess(ctx, guess)
      },
      handleRight: async () =>
        account &&
        openForRightGuess(ctx, account, guess, device).catch(async error => {
          // It was right all the same, as far as the database still listens.
          await takeBack().catch(() => {})
          throw error
        }),
    })
  })
  if (!account || !entered) throw refuse('credentials_invalid')
  return { signedIn: { token: entered.token, user: presentUser(account) }, device: entered.device }
}

/** The token and the browser's id; neither if the password was reset, or the account deleted, while the hash was being computed. */
function openForRightGuess(
  ctx: Context,
  account: { id: number; password_hash: string | null },
  guess: Guess,
  device: Device | undefined,
): Promise<{ token: string; device: Device } | undefined> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', account.id)
    if (!(await hasPasswordHash(trx, account.id, account.password_hash))) return undefined
    // All users' old ones before this one's: in the other order two sign-ins could deadlock.
    await forgetOldGuesses(trx, ctx.clock.now())
    await forgetGuesses(trx, guess)
    return enter(ctx, trx, account.id, device)
  })
}

async function enter(ctx: Context, trx: Trx, userId: number, device: Device | undefined) {
  return {
    token: await openSignIn(ctx, trx, userId),
    device: await rememberDevice(trx, userId, device, ctx.clock.now()),
  }
}

/** A reviewer creates an account for another user and stays signed in. */
export async function register(ctx: Context, actor: SignedIn, input: RegisterInput): Promise<User> {
  authorize(actor, 'user.register', input)
  const passwordHash = await hashFor(ctx, actor, 'user.register', input.password)
  return actAs(ctx, actor, 'user.register', async (trx, acting) => {
    authorize(acting, 'user.register', input)
    return presentUser(await insertAccount(ctx, trx, input, passwordHash))
  })
}

/** The only registration without a signed-in user. Of two concurrent requests, one gets the account. */
export async function setUp(ctx: Context, input: SetupInput, sent: Device | undefined): Promise<Entered> {
  const entered = await createFirstAdmin(ctx, input, async (trx, user) => {
    await closeSetup(trx)
    const { token, device } = await enter(ctx, trx, user.id, sent)
    return { signedIn: { token, user: presentUser(user) }, device }
  })
  if (!entered) throw refuse('registration_closed')
  return entered
}
