import { randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import { lockRow } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Trx } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { deleteDevicesOf } from './known-devices.ts'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  deleteSignInsOf,
  findSignedIn,
  insertSignIn,
  updateLastSignIn,
  updateLastUse,
} from './sign-ins.queries.ts'
import { hashSignInId } from './tokens.ts'

/** The last use of a sign-in is stored at most this often. */
const useIntervalMs = 10 * 60_000

/** The IP address and the user agent of the request that signed in. The list of devices shows them. */
export type OpenedFrom = { address: string; userAgent: string | undefined }

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
  })
  await updateLastSignIn(trx, userId, now.toISOString())
  return ctx.tokens.issue(userId, sid, ctx.config.tokenTtlSeconds)
}

/** Finds the user of a token. Returns undefined if it is forged or expired, its sign-in has ended or the user is deleted. */
export async function authenticate(
  ctx: Context,
  token: string,
  address: string,
): Promise<SignedIn | undefined> {
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
  return { ...user, signInId }
}

/** Reads the user again, with their current role. Returns undefined if the sign-in has ended. */
export async function findSignedInUser(
  ctx: Context,
  { signInId }: Pick<SignedIn, 'signInId'>,
): Promise<SignedIn | undefined> {
  const found = signInId === null ? undefined : await findSignedIn(ctx.db, signInId)
  if (!found) return undefined
  const { last_used_at: _, opened_at: __, ...user } = found
  return { ...user, signInId }
}

export async function endSignIn(ctx: Context, { id, signInId }: SignedIn): Promise<void> {
  await groupCommit(ctx.db, async trx => {
    // The lock waits for writing requests of this sign-in. Later ones are refused (acting-user.ts).
    await lockRow(trx, 'users', id)
    if (signInId !== null) await deleteSignIn(trx, signInId)
  })
}

/** Ends all sign-ins of an account and deletes its known browsers. */
export async function endSignInsOf(trx: Trx, userId: number): Promise<void> {
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
