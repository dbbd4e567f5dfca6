import type { FastifyRequest } from 'fastify'
import type {
  PasskeyCredential,
  PasskeyOptions,
  SecondStepInput,
  SecondStepMethod,
} from '#shared/contract/second-step.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import type { Listener, Via } from '../../events/event.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { presentUser, requireLiveUser } from '../../identity/accounts.ts'
import {
  challengeIn,
  consumeChallenge,
  findKey,
  findKeysOf,
  findSite,
  isSignedChallenge,
  requestOptions,
  requireSite,
  type Site,
  signChallenge,
  storeUse,
  verifyKey,
} from '../../identity/passkeys.ts'
import { consumeRecoveryCode } from '../../identity/recovery-codes.ts'
import { emitRefusedSignIn } from '../../identity/refused-sign-in.ts'
import {
  countAttempt,
  deleteFactors,
  endChallenge,
  findApp,
  findBrowserId,
  findChallenge,
} from '../../identity/second-step.ts'
import { type Client, createGuess, type NewSignIn, signInAfterGuess } from '../../identity/sign-in-client.ts'
import { addressCounters, countGuess, type Guess, isOfDevice } from '../../identity/sign-in-limit.ts'
import { findStep } from '../../identity/totp.ts'
import { onlyPerson } from '../../identity/visible-people.ts'
import { applySignOn } from '../single-sign-on/single-sign-on.service.ts'

/** Runs in the transaction of the sign-in: uses up the factor, or returns false for a wrong one. */
type ConsumeFactor = (trx: Trx) => Promise<boolean>

/**
 * Checks the second step of a sign-in. The answer is counted before it is checked, outside any transaction: in the limits
 * of failed sign-ins, and for the challenge, which ends with the fifth wrong answer.
 */
export async function finishSignIn(
  ctx: Context,
  request: FastifyRequest,
  input: SecondStepInput,
  client: Client,
): Promise<NewSignIn> {
  const { challenge, code, passkey, recovery_code } = input
  if (code === undefined && !passkey && recovery_code === undefined)
    throw refuseInput({ code: messages.secondStep.codeRequired })
  const account = await findChallenge(ctx, challenge, findBrowserId(ctx, client))
  if (!account?.isOfBrowser) {
    // A challenge of another browser was read by someone on its way, so it counts for the account as well.
    await countGuess(ctx, { counters: addressCounters(client.address), email: account?.email ?? 'challenge' })
    await emitRefusedSignIn(ctx, client.address, account?.id ?? null, account?.via)
    throw refuse('challenge_ended')
  }
  const { via, sign_on: signOn } = account
  const guess = await createAccountGuess(ctx, account, client)
  await countGuess(ctx, guess)
  const attempt = await countAttempt(ctx, challenge)
  if (attempt === undefined) throw refuse('challenge_ended')
  const consumeFactor = await chooseFactor(ctx, request, account.id, input)
  const factor = code !== undefined ? 'totp' : passkey ? 'passkey' : 'recovery_code'
  const attempted: Attempt = { userId: account.id, guess, client, via, signOn, factor }
  const signedIn = await signInWith(ctx, attempted, async trx => {
    if (!(await consumeFactor(trx))) return false
    // Of two right answers to one challenge, one signs in.
    if (!(await endChallenge(trx, challenge))) throw refuse('challenge_ended')
    return true
  })
  if (signedIn) return signedIn
  await emitRefusedSignIn(ctx, client.address, account.id, via)
  const triesLeft = limits.challengeAttempts - attempt
  if (triesLeft > 0) throw refuse('second_step_wrong').with({ tries_left: triesLeft })
  await endChallenge(ctx.db, challenge)
  throw refuse('second_step_failed')
}

/**
 * Answers from an unknown browser count for the account, besides its IP address: with a known password, many addresses
 * together could otherwise try many codes. A browser that has signed in before has only a counter of its own, so that a
 * thief who fills the one of the account doesn't lock its owner out.
 */
async function createAccountGuess(
  ctx: Context,
  { id, email }: { id: number; email: string },
  client: Client,
): Promise<Guess> {
  const guess = await createGuess(ctx, email, client)
  return isOfDevice(guess) ? guess : { ...guess, counters: [...guess.counters, `second step ${id}`] }
}

async function chooseFactor(
  ctx: Context,
  request: FastifyRequest,
  userId: number,
  { challenge, code, passkey, recovery_code }: SecondStepInput,
): Promise<ConsumeFactor> {
  if (code !== undefined) return trx => consumeAppCode(ctx, trx, userId, code)
  if (!passkey) return trx => consumeRecoveryCode(trx, userId, recovery_code ?? '')
  const site = findSite(ctx.config, request)
  const use = site && (await checkPasskey(ctx, site, { challenge, credential: passkey, userId }))
  return use ?? (async () => false)
}

/** The row is locked with its user, so that a code works once. */
async function consumeAppCode(ctx: Context, trx: Trx, userId: number, code: string): Promise<boolean> {
  const app = await findApp(trx, userId)
  if (!app?.secret) return false
  const secret = ctx.factorKey.decrypt(app.secret, userId)
  if (secret === undefined) throw refuse('authenticator_key_lost')
  const now = ctx.clock.now()
  const last_step = findStep(secret, code, { now, lastStep: app.last_step })
  if (last_step === undefined) return false
  await trx
    .updateTable('authenticator_apps')
    .set({ last_step, last_used_at: now.toISOString() })
    .where('user_id', '=', userId)
    .execute()
  return true
}

type Checked = { challenge: string; credential: PasskeyCredential; userId: number }

/** Verifies the signature before the transaction begins. Undefined if it is wrong. */
async function checkPasskey(
  ctx: Context,
  site: Site,
  { challenge, credential, userId }: Checked,
): Promise<ConsumeFactor | undefined> {
  const key = await findKey(ctx.db, credential.id)
  if (key?.user_id !== userId) return undefined
  const use = await verifyKey(site, challenge, { key, credential })
  return use && (trx => storeUse(trx, key, { ...use, last_used_at: ctx.clock.now().toISOString() }))
}

type Attempt = {
  userId: number
  guess: Guess
  client: Client
  via?: Via
  /** What the provider of single sign-on said in the first step. */
  signOn?: string | null
  factor: SecondStepMethod
}

/** Returns undefined if the factor is wrong. */
function signInWith(
  ctx: Context,
  { userId, guess, client, via, signOn = null, factor }: Attempt,
  consumeFactor: ConsumeFactor,
): Promise<NewSignIn | undefined> {
  return groupCommit(ctx.db, async trx => {
    if (signOn !== null) await acquireLock(trx, 'accounts')
    await lockRow(trx, 'users', userId)
    if (!(await consumeFactor(trx))) return undefined
    if (signOn !== null) await applySignOn(ctx, trx, { userId, signOn, address: client.address })
    const user = presentUser(await requireLiveUser(trx, onlyPerson({ id: userId }), userId))
    const { token, device } = await signInAfterGuess(ctx, trx, userId, guess, client, via, factor)
    return { signedIn: { token, user }, device }
  })
}

/** For a second step, with the passkeys of its user; else for any passkey that the browser has for this site. */
export async function offerPasskey(
  ctx: Context,
  request: FastifyRequest,
  { challenge, browser }: { challenge: string | undefined; browser: string },
): Promise<PasskeyOptions> {
  const site = requireSite(ctx, request)
  if (challenge === undefined) return requestOptions(site, signChallenge(ctx, browser))
  const account = await findChallenge(ctx, challenge, browser)
  if (!account?.isOfBrowser) throw refuse('challenge_ended')
  return requestOptions(site, challenge, await findKeysOf(ctx.db, account.id))
}

/** A passkey signs in alone: it names its user, and its authenticator has checked them. */
export async function signInByPasskey(
  ctx: Context,
  request: FastifyRequest,
  credential: PasskeyCredential,
  client: Client,
): Promise<NewSignIn> {
  const site = requireSite(ctx, request)
  const challenge = challengeIn(credential)
  const key = await findKey(ctx.db, credential.id)
  const guess = await createGuess(ctx, key?.email ?? 'passkey', client)
  await countGuess(ctx, guess)
  const browser = findBrowserId(ctx, client)
  const isOurs = browser !== undefined && isSignedChallenge(ctx, challenge, browser)
  const consumeFactor =
    isOurs && key && (await checkPasskey(ctx, site, { challenge, credential, userId: key.user_id }))
  const signedIn =
    consumeFactor &&
    (await signInWith(
      ctx,
      { userId: key.user_id, guess, client, factor: 'passkey' },
      async trx => (await consumeChallenge(ctx, trx, challenge)) && consumeFactor(trx),
    ))
  if (signedIn) return signedIn
  await emitRefusedSignIn(ctx, client.address, key?.user_id ?? null)
  throw refuse('passkey_refused')
}

/** The second step of an account ends with it, and no one is told. */
export const secondStepListener: Listener = async (ctx, trx, event) => {
  if (event.kind === 'user.deleted') await deleteFactors(ctx, trx, event.userId)
}
