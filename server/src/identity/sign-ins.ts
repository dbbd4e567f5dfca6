import { randomBytes } from 'node:crypto'
import type { SecondStepPolicy } from '#shared/contract/settings.ts'
import { toInstant } from '#shared/dates.ts'
import { can, type Permission } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import { lockRow } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Db, Trx } from '../db/schema.ts'
import { emit } from '../events/event.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { deleteDevicesOf } from './known-devices.ts'
import { endChallengesOf, isRequired } from './second-step.ts'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  deleteSignInsOf,
  findSignedIn,
  findUserById,
  findUserOfSignIn,
  insertSignIn,
  updateLastSignIn,
  updateLastUse,
} from './sign-ins.queries.ts'
import { hashSignInId } from './tokens.ts'
import { authenticateByAccessToken, findUserOfToken, isAccessToken } from './user-of-token.ts'

/** A command acts for a user without a sign-in: `{ ...user, ...withoutSignIn }`. */
export const withoutSignIn = { signInId: null, accessToken: null, via: 'command', address: null } as const

/** The last use of a sign-in is stored at most this often. */
const useIntervalMs = 10 * 60_000

/**
 * The IP address and the user agent of the request that signed in. The list of devices shows them. `secondStep`: the provider
 * of a single sign-on has asked for a second step.
 */
export type OpenedFrom = { address: string; userAgent: string | undefined; secondStep?: 'provider' }

/** Writes the row of a sign-in and returns its token. */
export async function openSignIn(ctx: Context, trx: Trx, userId: number, from?: OpenedFrom): Promise<string> {
  const now = ctx.clock.now()
  const sid = randomBytes(18).toString('base64url')
  await deleteExpiredSignIns(trx, now.toISOString())
  await insertSignIn(trx, {
    id: hashSignInId(sid),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: toInstant(now.getTime() + ctx.config.tokenTtlSeconds * 1000),
    address: from?.address ?? null,
    device: describeDevice(from?.userAgent),
    second_step: from?.secondStep ?? null,
  })
  await updateLastSignIn(trx, userId, now.toISOString())
  return ctx.tokens.issue(userId, sid, ctx.config.tokenTtlSeconds)
}

/**
 * Finds the user of a token. Returns undefined if it is forged or expired, its sign-in has ended, or the access token or
 * the user is deleted.
 */
export async function authenticate(
  ctx: Context,
  token: string,
  address: string,
): Promise<SignedIn | undefined> {
  if (isAccessToken(token)) return authenticateByAccessToken(ctx, token, address)
  const signInId = ctx.tokens.read(token)
  const found = signInId === undefined ? undefined : await findSignedIn(ctx.db, signInId)
  if (!found || signInId === undefined) return undefined
  const { last_used_at, opened_at, ...user } = found
  const now = ctx.clock.now().getTime()
  if (now - Date.parse(last_used_at ?? opened_at) >= useIntervalMs) {
    const use = {
      id: signInId,
      address,
      last_used_at: toInstant(now),
      before: toInstant(now - useIntervalMs),
    }
    // Not awaited, because a request that only reads must not wait for a write or fail with it.
    void updateLastUse(ctx.db, use).catch(() => {})
  }
  return { ...withSecondStep(user), signInId, accessToken: null, via: 'session', address }
}

type SecondStepColumns = {
  second_step_at: string | null
  second_step: 'provider' | null
  second_step_policy: SecondStepPolicy | null
}

/** Marks a user who can only set up a second step until there is one. */
function withSecondStep<User extends SecondStepColumns & { role: Role }>({
  second_step_at,
  second_step,
  second_step_policy,
  ...user
}: User) {
  const isMissing = second_step_at === null && second_step === null
  return isMissing && isRequired(second_step_policy, user.role)
    ? { ...user, mustSetUpSecondStep: true as const }
    : user
}

/**
 * Reads the user again, with their current role. Returns undefined if the sign-in has ended or the access token is deleted.
 * A command acts without either.
 */
export async function findSignedInUser(
  db: Db,
  { id, signInId, accessToken, via, address }: Pick<SignedIn, 'id' | keyof typeof withoutSignIn>,
): Promise<SignedIn | undefined> {
  if (!accessToken && signInId !== null) {
    const user = await findUserOfSignIn(db, signInId)
    return user && { ...withSecondStep(user), signInId, accessToken, via, address }
  }
  const user = accessToken ? await findUserOfToken(db, accessToken.id) : await findUserById(db, id)
  return user && { ...user, signInId, accessToken, via, address }
}

/** Whether a user whose download has begun still has the right to it. Rights can end while it runs. */
export async function mayStill(ctx: Context, reader: SignedIn, permission: Permission): Promise<boolean> {
  const actor = await findSignedInUser(ctx.db, reader)
  return actor !== undefined && can(actor, permission)
}

export async function endSignIn(ctx: Context, actor: SignedIn): Promise<void> {
  const { id, signInId } = actor
  await groupCommit(ctx.db, async trx => {
    // The lock waits for writing requests of this sign-in. Later ones are refused (acting-user.ts).
    await lockRow(trx, 'users', id)
    if (signInId === null) return
    await deleteSignIn(trx, signInId)
    await emit(ctx, trx, actor, { kind: 'signIns.ended', userId: id, count: 1 })
  })
}

/** Ends all sign-ins of an account and deletes its known browsers. */
export async function endSignInsOf(trx: Trx, userId: number): Promise<void> {
  await endChallengesOf(trx, userId)
  await deleteDevicesOf(trx, userId)
  await deleteSignInsOf(trx, userId)
}

// The order matters: most user agents also name the browser that theirs is built on, and phones also name a desktop system.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The browser and system of a user agent, such as "Firefox on Windows". Null if it names neither. */
export function describeDevice(userAgent: string | undefined): string | null {
  // Real user agents are much shorter; the limit bounds the work of the patterns on what a client sends.
  const text = userAgent?.slice(0, 500) ?? ''
  const nameIn = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(text))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null)
}
