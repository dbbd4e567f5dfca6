import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInReply } from '#shared/contract/sign-in.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import { type Device, deviceCookie, deviceIn, isKnownDevice, rememberDevice } from './known-devices.ts'
import {
  addressCounters,
  deviceCounters,
  forgetGuesses,
  forgetOldGuesses,
  type Guess,
} from './sign-in-limit.ts'
import { type OpenedFrom, openSignIn } from './sign-ins.ts'

/** Where a sign-in comes from: an IP address, a browser, and the device id in its cookie, if it sends one. */
export type Client = OpenedFrom & { device: Device | undefined }

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'],
  device: deviceIn(request.headers.cookie),
})

/** The reply to a new sign-in, and the device id that the browser keeps. */
export type NewSignIn = { signedIn: SignedInReply; device: Device }

/** Sets the cookie with the device id and returns the body of the reply. */
export function replyToSignIn(request: FastifyRequest, reply: FastifyReply, { signedIn, device }: NewSignIn) {
  reply.header('set-cookie', deviceCookie(device, request.protocol === 'https'))
  return signedIn
}

/** Which counters a failed attempt at this e-mail counts on: the browser's, if it has signed in to the account before. */
export async function guessAt(ctx: Context, email: string, { address, device }: Client): Promise<Guess> {
  const isKnown = device && (await isKnownDevice(ctx.db, device, email, ctx.clock.now()))
  return { counters: device && isKnown ? deviceCounters(device) : addressCounters(address), email }
}

export async function signInClient(ctx: Context, trx: Trx, userId: number, client: Client) {
  return {
    token: await openSignIn(ctx, trx, userId, client),
    device: await rememberDevice(trx, userId, client.device, ctx.clock.now()),
  }
}

/** Signs in after a successful attempt: the failed attempts before it no longer count. */
export async function signInAfterGuess(ctx: Context, trx: Trx, userId: number, guess: Guess, client: Client) {
  // Old failures of all users are deleted before those of this user: in the other order two sign-ins could deadlock.
  await forgetOldGuesses(trx, ctx.clock.now())
  await forgetGuesses(trx, guess)
  return signInClient(ctx, trx, userId, client)
}
