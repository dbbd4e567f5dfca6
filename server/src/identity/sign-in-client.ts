import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecondStepMethod } from '#shared/contract/second-step.ts'
import type { SignedInReply } from '#shared/contract/sign-in.ts'
import type { User } from '#shared/contract/users.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import { type ActedBy, emit, type Via } from '../events/event.ts'
import { refuse } from '../http/refusals.ts'
import { type Device, deviceCookie, isKnownDevice, readDevice, saveDevice } from './known-devices.ts'
import {
  browserCookie,
  type ChallengeClient,
  mustSetUpSecondStep,
  type OpenedChallenge,
  openChallenge,
  readChallengeClient,
} from './second-step.ts'
import {
  addressCounters,
  deleteGuesses,
  deleteOldGuesses,
  deviceCounters,
  type Guess,
} from './sign-in-limit.ts'
import { type OpenedFrom, openSignIn } from './sign-ins.ts'
import { presentMe } from './teams-of-users.ts'

/** The client of a sign-in: its IP address, its user agent, and the device id in its cookie, if it sends one. */
export type Client = OpenedFrom & ChallengeClient & { device: Device | undefined }

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'],
  device: readDevice(request.headers.cookie),
  ...readChallengeClient(request),
})

/** A client that acts without a sign-in, such as one that signs in. `userId` is null while the user is unknown. */
export const byClient = (
  userId: number | null,
  { address }: Pick<Client, 'address'>,
  via: Via = 'session',
): ActedBy => ({ id: userId, via, address })

/** The reply to a new sign-in, and the device id for the cookie. */
export type NewSignIn = {
  signedIn: { token: string; user: User }
  device: Device
  /** The provider of single sign-on has asked for the second step. */
  secondStep?: 'provider'
}

/** Sets the cookie with the device id and returns the body of the reply, or refuses with the challenge of the second step. */
export async function replyToSignIn(
  { db }: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: NewSignIn | OpenedChallenge,
): Promise<SignedInReply> {
  const isHttps = request.protocol === 'https'
  if ('challenge' in signIn) {
    const { challenge, methods, browser } = signIn
    reply.header('set-cookie', browserCookie(browser, isHttps))
    throw refuse('second_step_needed').with({ challenge, methods })
  }
  const { token, user } = signIn.signedIn
  reply.header('set-cookie', deviceCookie(signIn.device, isHttps))
  const mustSetUp = signIn.secondStep !== 'provider' && (await mustSetUpSecondStep(db, user))
  const me = await presentMe(db, user, mustSetUp)
  return { token, user: me, ...(mustSetUp && { second_step: 'required' }) }
}

/** Chooses the counters of an attempt at this e-mail: the browser's own, if it has signed in to the account before. */
export async function createGuess(ctx: Context, email: string, { address, device }: Client): Promise<Guess> {
  const isKnown = device && (await isKnownDevice(ctx.db, device, email, ctx.clock.now()))
  return { counters: device && isKnown ? deviceCounters(device) : addressCounters(address), email }
}

/** After the first step: signs in, or opens a challenge if the account has a second step. */
export async function signInOrChallenge(
  ctx: Context,
  trx: Trx,
  userId: number,
  guess: Guess,
  client: Client,
): Promise<{ token: string; device: Device } | OpenedChallenge> {
  const opened = await openChallenge(ctx, trx, userId, client)
  return opened ?? signInAfterGuess(ctx, trx, userId, guess, client)
}

/** `via` is `sso` if the client comes from single sign-on. `factor`: the second step, or the passkey that signs in alone. */
export async function signInClient(
  ctx: Context,
  trx: Trx,
  userId: number,
  client: Client,
  via: Via = 'session',
  factor?: SecondStepMethod,
) {
  const opened = {
    token: await openSignIn(ctx, trx, userId, client),
    device: await saveDevice(trx, userId, client.device, ctx.clock.now()),
  }
  await emit(ctx, trx, byClient(userId, client, via), { kind: 'signIn.succeeded', userId, factor })
  return opened
}

/** Signs in after a successful attempt: the failed attempts before it no longer count. */
export async function signInAfterGuess(
  ctx: Context,
  trx: Trx,
  userId: number,
  guess: Guess,
  client: Client,
  via: Via = 'session',
  factor?: SecondStepMethod,
) {
  // Old failures of all users are deleted before those of this user: in the other order two sign-ins could deadlock.
  await deleteOldGuesses(trx, ctx.clock.now())
  await deleteGuesses(trx, guess)
  return signInClient(ctx, trx, userId, client, via, factor)
}
