import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import type { PasskeyCredential, PasskeyOptions } from '#shared/contract/second-step.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import type { Db, Trx } from '../db/schema.ts'
import { originOf } from '../http/origin-of.ts'
import { refuse } from '../http/refusals.ts'

// Passkeys (WebAuthn). A passkey belongs to a host name, and the browser uses it only there. It checks the user by a
// fingerprint, face or PIN, so it counts as both steps.

/** The library has many parts, so it is loaded when the first passkey is made or used. */
const webauthn = () => import('@simplewebauthn/server')

/** What a passkey belongs to: the host name, and the origin at which browsers open the app. */
export type Site = { hostName: string; origin: string }

/** Without PUBLIC_URL only localhost is certain: a client can send any Host header. */
export function findSite({ publicUrl }: Context['config'], request: FastifyRequest): Site | undefined {
  const { hostname, origin } = new URL(publicUrl ?? originOf(request))
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  // Browsers refuse IP addresses.
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isLocal || (publicUrl !== undefined && isName) ? { hostName: hostname, origin } : undefined
}

export function requireSite(ctx: Context, request: FastifyRequest): Site {
  const site = findSite(ctx.config, request)
  if (!site) throw refuse('passkeys_unavailable')
  return site
}

/** EdDSA, ES256 and RS256. The library's own list makes Node warn of experimental algorithms. */
const algorithms = [-8, -7, -257]

const nonceBytes = 16
const timeBytes = 6

/**
 * A challenge that no row stores, because any client can ask for one: it carries its end, and its signature binds it to a
 * browser or to a user. `consumeChallenge` takes each only once.
 */
export function signChallenge(ctx: Context, bound: string): string {
  const head = Buffer.alloc(nonceBytes + timeBytes)
  randomBytes(nonceBytes).copy(head)
  head.writeUIntBE(ctx.clock.now().getTime() + limits.challengeMinutes * 60_000, nonceBytes, timeBytes)
  return Buffer.concat([head, signatureOf(ctx, head, bound)]).toString('base64url')
}

const signatureOf = (ctx: Context, head: Buffer, bound: string) =>
  Buffer.from(ctx.tokens.derive(`passkey ${head.toString('base64url')} ${bound}`), 'base64url')

export function isSignedChallenge(ctx: Context, challenge: string, bound: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, nonceBytes + timeBytes)
  const signature = bytes.subarray(nonceBytes + timeBytes)
  const expected = signatureOf(ctx, head, bound)
  if (head.length < nonceBytes + timeBytes || signature.length !== expected.length) return false
  const end = head.readUIntBE(nonceBytes, timeBytes)
  return timingSafeEqual(signature, expected) && end > ctx.clock.now().getTime()
}

/** Returns false if it was used before. */
export async function consumeChallenge(ctx: Context, trx: Trx, challenge: string): Promise<boolean> {
  const used = await trx
    .insertInto('sign_in_challenges')
    .values({
      hash: createHash('sha256').update(challenge).digest('base64url'),
      kind: 'used',
      user_id: null,
      browser_hash: null,
      attempts: 1,
      expires_at: toInstant(ctx.clock.now().getTime() + limits.challengeMinutes * 60_000),
    })
    .onConflict(conflict => conflict.column('hash').doNothing())
    .returning('hash')
    .execute()
  return used.length > 0
}

/** The challenge that a credential answers. */
export function challengeIn(credential: PasskeyCredential): string {
  try {
    const data = JSON.parse(
      Buffer.from(credential.response.clientDataJSON, 'base64url').toString('utf8'),
    ) as { challenge?: unknown } | null
    return typeof data?.challenge === 'string' ? data.challenge : ''
  } catch {
    return ''
  }
}

const keyColumns = [
  'passkeys.id',
  'user_id',
  'credential_id',
  'user_handle',
  'public_key',
  'counter',
  'transports',
] as const
type KeyRow = Awaited<ReturnType<typeof findKeysOf>>[number]

export function findKeysOf(db: Db, userId: number) {
  return db.selectFrom('passkeys').select(keyColumns).where('user_id', '=', userId).orderBy('id').execute()
}

/** With the e-mail of its user. */
export function findKey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([...keyColumns, 'users.email'])
    .where('credential_id', '=', credentialId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
}

const transportsOf = ({ transports }: KeyRow) => JSON.parse(transports) as AuthenticatorTransport[]

/** The bytes in the type that the library takes. */
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

/** What the browser needs to make a passkey. Those that the user has are refused by the authenticator. */
export async function creationOptions(
  site: Site,
  user: { name: string; email: string },
  { challenge, keys, userHandle }: { challenge: string; keys: readonly KeyRow[]; userHandle: string },
): Promise<PasskeyOptions> {
  const { generateRegistrationOptions } = await webauthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Daily Report App',
      rpID: site.hostName,
      userName: user.email,
      userDisplayName: user.name,
      userID: bytesOf(userHandle),
      challenge: bytesOf(challenge),
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: keys.map(key => ({ id: key.credential_id, transports: transportsOf(key) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  }
}

/** What authenticators store for this user: it says nothing about them, and is the same for all their passkeys. */
export const userHandleOf = (ctx: Context, userId: number, keys: readonly KeyRow[]) =>
  keys[0]?.user_handle ?? ctx.tokens.derive(`passkeys of ${userId}`)

/** What the browser needs to use a passkey: one of `keys`, or any that it has for this site. */
export async function requestOptions(
  site: Site,
  challenge: string,
  keys: readonly KeyRow[] = [],
): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await webauthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: site.hostName,
      challenge: bytesOf(challenge),
      userVerification: 'required',
      allowCredentials: keys.map(key => ({ id: key.credential_id, transports: transportsOf(key) })),
    })),
  }
}

/** Returns the new passkey, or undefined if it answers another challenge or site, or didn't check the user. */
export async function verifyNewKey(site: Site, challenge: string, credential: PasskeyCredential) {
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.hostName,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(transports.slice(0, 10)),
      backed_up: registrationInfo.credentialBackedUp ? 1 : 0,
    }
  } catch {
    return undefined
  }
}

/** Returns how often the passkey was used, or undefined if its answer is wrong. */
export async function verifyKey(
  site: Site,
  challenge: string,
  { key, credential }: { key: KeyRow; credential: PasskeyCredential },
): Promise<{ counter: number; backed_up: number } | undefined> {
  const { userHandle } = credential.response
  if (typeof userHandle === 'string' && userHandle !== key.user_handle) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.hostName,
      requireUserVerification: true,
      credential: {
        id: key.credential_id,
        publicKey: bytesOf(key.public_key),
        counter: Number(key.counter),
        transports: transportsOf(key),
      },
    })
    if (!verified) return undefined
    return {
      counter: authenticationInfo.newCounter,
      backed_up: authenticationInfo.credentialBackedUp ? 1 : 0,
    }
  } catch {
    return undefined
  }
}

/** Returns false if the passkey was removed, or used by another request, since it was read. */
export async function storeUse(
  trx: Trx,
  key: KeyRow,
  use: { counter: number; backed_up: number; last_used_at: string },
): Promise<boolean> {
  const updated = await trx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', key.id)
    .where('counter', '=', key.counter)
    .returning('id')
    .execute()
  return updated.length > 0
}

export async function hasAnyPasskey(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined
}
