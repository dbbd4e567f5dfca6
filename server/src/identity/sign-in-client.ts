import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInReply } from '#shared/contract/sign-in.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'
import { type Device, deviceCookie, isKnownDevice, readDevice, saveDevice } from './known-devices.ts'
import {
  addressCounters,
  deleteGuesses,
  deleteOldGuesses,
  deviceCounters,
  type Guess,
} from './sign-in-limit.ts'
import { type OpenedFrom, openSignIn } from './sign-ins.ts'

/** The client of a sign-in: its IP address, its user agent, and the device id in its cookie, if it sends one. */
export type Client = OpenedFrom & { device: Device | undefined }

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.clientAddress,
  userAgent: request.headers['user-agent'],
  device: readDevice(request.headers.cookie),
})

/** The reply to a new sign-in, and the device id for the cookie. */
export type NewSignIn = { signedIn: SignedInReply; device: Device }

/** Sets the cookie with the device id and returns the body of the reply. */
export function replyToSignIn(request: FastifyRequest, reply: FastifyReply, { signedIn, device }: NewSignIn) {
  reply.header('set-cookie', deviceCookie(device, request.protocol === 'https'))
  return signedIn
}

/** Chooses the counters of an attempt at this e-mail: the browser's own, if it has signed in to the account before. */
export async function createGuess(ctx: Context, email: string, { address, device }: Client): Promise<Guess> {
  const isKnown = device && (await isKnownDevice(ctx.db, device, email, ctx.clock.now()))
  return { counters: device && isKnown ? deviceCounters(device) : addressCounters(address), email }
}

export async function signInClient(ctx: Context, trx: Trx, userId: number, client: Client) {
  return {
    token: await openSignIn(ctx, trx, userId, client),
    device: await saveDevice(trx, userId, client.device, ctx.clock.now()),
  }
}

/** Signs in after a successful attempt: the failed attempts before it no longer count. */
export async function signInAfterGuess(ctx: Context, trx: Trx, userId: number, guess: Guess, client: Client) {
  // Old failures of all users are deleted before those of this user: in the other order two sign-ins could deadlock.
  await deleteOldGuesses(trx, ctx.clock.now())
  await deleteGuesses(trx, guess)
  return signInClient(ctx, trx, userId, client)
}
