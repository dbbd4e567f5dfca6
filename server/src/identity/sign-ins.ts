import { randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import type { Context } from '../context.ts'
import { lockRow } from '../db/engine.ts'
import { groupCommit } from '../db/group-commit.ts'
import type { Trx } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { forgetDevicesOf } from './known-devices.ts'
import {
  deleteExpiredSignIns,
  deleteSignIn,
  deleteSignInsOf,
  findSignedIn,
  insertSignIn,
  noteSignIn,
  noteUse,
} from './sign-ins.queries.ts'
import { storedIdOf } from './tokens.ts'

/** The use of a sign-in is stored at most this often. */
const useMs = 10 * 60_000

/** What is shown of a sign-in: the IP address and the user agent of the request that opened it. */
export type OpenedFrom = { address: string; userAgent: string | undefined }

/** Writes the row that a token names, and returns the token. */
export async function openSignIn(ctx: Context, trx: Trx, userId: number, from?: OpenedFrom): Promise<string> {
  const now = ctx.clock.now()
  const sid = randomBytes(18).toString('base64url')
  await deleteExpiredSignIns(trx, now.toISOString())
  await insertSignIn(trx, {
    id: storedIdOf(sid),
    user_id: userId,
    created_at: now.toISOString(),
    expires_at: toInstant(now.getTime() + ctx.config.tokenTtlSeconds * 1000),
    address: from?.address ?? null,
    device: describeDevice(from?.userAgent),
  })
  await noteSignIn(trx, userId, now.toISOString())
  return ctx.tokens.issue(userId, sid, ctx.config.tokenTtlSeconds)
}

/** The user who sent this token; undefined if it is forged or expired, its sign-in has ended or the user is deleted. */
export async function whoSent(ctx: Context, token: string, address: string): Promise<SignedIn | undefined> {
  const signInId = ctx.tokens.read(token)
  const found = signInId === undefined ? undefined : await findSignedIn(ctx.db, signInId)
  if (!found || signInId === undefined) return undefined
  const { last_used_at, opened_at, ...user } = found
  const now = ctx.clock.now().getTime()
  if (now - Date.parse(last_used_at ?? opened_at) >= useMs) {
    const use = { id: signInId, address, last_used_at: toInstant(now), before: toInstant(now - useMs) }
    // Not awaited: a request that only reads must not wait for a write, nor fail with it.
    void noteUse(ctx.db, use).catch(() => {})
  }
  return { ...user, signInId }
}

/** The same user as they are now, if their sign-in has not ended. */
export async function whoIsSignedIn(
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
    // Waits for requests of this sign-in that are writing; later ones are refused (acting-user.ts).
    await lockRow(trx, 'users', id)
    if (signInId !== null) await deleteSignIn(trx, signInId)
  })
}

/** Ends all sign-ins of an account and forgets its known browsers. */
export async function endSignInsOf(trx: Trx, userId: number): Promise<void> {
  await forgetDevicesOf(trx, userId)
  await deleteSignInsOf(trx, userId)
}

// The order matters: most browsers also name those they are built from, and phones also name a desktop system.
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
