import type { LoginInput, RegisterInput, SignedInReply } from '#shared/contract/auth.ts'
import type { ListedUser } from '#shared/contract/listed-users.ts'
import type { SetupInput } from '#shared/contract/setup.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { queueJob, removeQueued } from '../../jobs/job.ts'
import { withMessageId } from '../../mail/message-id.ts'
import { chooseTimeZone } from '../settings/settings.service.ts'
import {
  createFirstAdmin,
  findAccountByEmail,
  hasPasswordHash,
  insertAccount,
  presentNewUser,
  presentUser,
} from '../users/users.service.ts'
import { actAs, hashFor } from './acting-user.service.ts'
import type { Client } from './client-of.ts'
import { forgotPasswordJob } from './forgot-password.job.ts'
import { invitationMailJob } from './invitation-mail.job.ts'
import { type Device, isKnownDevice, rememberDevice } from './known-devices.ts'
import { closeSetup } from './setup.service.ts'
import {
  addressCounters,
  countGuess,
  deviceCounters,
  forgetGuesses,
  forgetOldGuesses,
  type Guess,
} from './sign-in-limit.ts'
import { openSignIn } from './sign-ins.service.ts'
import { tryPassword } from './try-password.service.ts'

/** What a new sign-in answers, and the id that the browser is to keep. */
export type Entered = { signedIn: SignedInReply; device: Device }

export async function login(ctx: Context, input: LoginInput, client: Client): Promise<Entered> {
  const { email } = input
  const [account, guess] = await Promise.all([findAccountByEmail(ctx, email), guessAt(ctx, email, client)])
  const entered = await tryPassword(
    ctx,
    { passwordHash: account?.password_hash, password: input.password, guess },
    async () => account && openForRightGuess(ctx, account, guess, client),
  )
  if (!account || !entered) throw refuse('credentials_invalid')
  return { signedIn: { token: entered.token, user: presentUser(account) }, device: entered.device }
}

/** The token and the browser's id; neither if the password was reset, or the account deleted, while the hash was being computed. */
function openForRightGuess(
  ctx: Context,
  account: { id: number; password_hash: string | null },
  guess: Guess,
  client: Client,
): Promise<{ token: string; device: Device } | undefined> {
  return groupCommit(ctx.db, async trx => {
    await lockRow(trx, 'users', account.id)
    if (!(await hasPasswordHash(trx, account.id, account.password_hash))) return undefined
    return enterAndForget(ctx, trx, account.id, guess, client)
  })
}

/** Where failed tries at this e-mail count: on the browser if it has signed in to the account before. */
export async function guessAt(ctx: Context, email: string, { address, device }: Client): Promise<Guess> {
  const isKnown = device && (await isKnownDevice(ctx.db, device, email, ctx.clock.now()))
  return { counters: device && isKnown ? deviceCounters(device) : addressCounters(address), email }
}

/** A sign-in that succeeded: the failed ones before it no longer count. */
export async function enterAndForget(ctx: Context, trx: Trx, userId: number, guess: Guess, client: Client) {
  // All users' old ones before this one's: in the other order two sign-ins could deadlock.
  await forgetOldGuesses(trx, ctx.clock.now())
  await forgetGuesses(trx, guess)
  return enter(ctx, trx, userId, client)
}

async function enter(ctx: Context, trx: Trx, userId: number, client: Client) {
  return {
    token: await openSignIn(ctx, trx, userId, client),
    device: await rememberDevice(trx, userId, client.device, ctx.clock.now()),
  }
}

/** Counts as an attempt whether the e-mail has an account or not, and does the same for both. */
export async function forgotPassword(ctx: Context, email: string, client: Client): Promise<void> {
  if (!ctx.config.mail) throw refuse('mail_not_set_up')
  await countGuess(ctx, await guessAt(ctx, email, client))
  await queueJob(ctx, forgotPasswordJob, { email, ...withMessageId() }, { key: email, restart: true })
}

/** Mails that wait, or were given up, hold the e-mail or what the mail server said about it. */
export async function forgetMailsTo(trx: Trx, userId: number, email: string | undefined): Promise<void> {
  await removeQueued(trx, invitationMailJob, String(userId))
  if (email !== undefined) await removeQueued(trx, forgotPasswordJob, email)
}

/** A reviewer creates an account for another user and stays signed in. */
export async function register(ctx: Context, actor: SignedIn, input: RegisterInput): Promise<ListedUser> {
  authorize(actor, 'user.register', input)
  const passwordHash = await hashFor(ctx, actor, 'user.register', input.password)
  return actAs(ctx, actor, 'user.register', async (trx, acting) => {
    authorize(acting, 'user.register', input)
    return presentNewUser(await insertAccount(ctx, trx, input, passwordHash))
  })
}

/** The only registration without a signed-in user. Of two concurrent requests, one gets the account. */
export async function setUp(ctx: Context, input: SetupInput, client: Client): Promise<Entered> {
  const entered = await createFirstAdmin(ctx, input, async (trx, user) => {
    await closeSetup(trx)
    if (input.time_zone !== undefined) await chooseTimeZone(trx, input.time_zone)
    const { token, device } = await enter(ctx, trx, user.id, client)
    return { signedIn: { token, user: presentUser(user) }, device }
  })
  if (!entered) throw refuse('registration_closed')
  return entered
}
