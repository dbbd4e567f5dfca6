import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../context.ts'
import { compileOnceForOne } from '../db/compile-once.ts'
import type { Db } from '../db/schema.ts'
import type { SignedIn } from '../http/plugins/access.ts'
import { refuse } from '../http/refusals.ts'
import { emitRefusedSignIn } from './refused-sign-in.ts'
import { addressCounters, countGuess } from './sign-in-limit.ts'
import { userColumns } from './sign-ins.queries.ts'

// Access tokens let programs act for a user. Unlike the token of a sign-in, an access token is random text whose hash is
// stored. Its prefix and checksum let secret scanners find it in code.

const prefix = 'drt_'
const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 40
const checksumLength = 6
const shape = /^drt_[0-9A-Za-z]{46}$/

/** The last use of a token is stored at most this often. */
const useIntervalMs = 5 * 60_000

export function generateAccessToken(): string {
  const random = Array.from({ length: randomLength }, () => letters[randomInt(letters.length)]).join('')
  return prefix + random + checksumOf(random)
}

/** The CRC-32 in base 62. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let checksum = ''
  for (let place = 0; place < checksumLength; place++) {
    checksum = letters[rest % letters.length] + checksum
    rest = Math.floor(rest / letters.length)
  }
  return checksum
}

export const isAccessToken = (token: string) => token.startsWith(prefix)

const isGenuine = (token: string) =>
  shape.test(token) &&
  checksumOf(token.slice(prefix.length, -checksumLength)) === token.slice(-checksumLength)

/** The token has 238 random bits, so a fast hash is enough. */
export const hashAccessToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Finds the user of a token. Every call of a program runs this query. */
const findByHash = compileOnceForOne((db, hash: string) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      ...userColumns,
      'access_tokens.id as token_id',
      'access_tokens.scope',
      'access_tokens.expires_at',
      'access_tokens.last_used_at',
    ])
    .where('access_tokens.hash', '=', hash)
    .where('users.deleted_at', 'is', null),
)

/** Finds the user of a token that was accepted before, if it hasn't been deleted since. */
export const findUserOfToken = compileOnceForOne((db, tokenId: number) =>
  db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select(userColumns)
    .where('access_tokens.id', '=', tokenId)
    .where('users.deleted_at', 'is', null),
)

/** Finds the user of an access token. Returns undefined if it is unknown or expired; the attempt then counts. */
export async function authenticateByAccessToken(
  ctx: Context,
  token: string,
  address: string,
): Promise<SignedIn | undefined> {
  const hash = hashAccessToken(token)
  const found = isGenuine(token) ? await findByHash(ctx.db, hash) : undefined
  const now = ctx.clock.now().getTime()
  if (!found || (found.expires_at !== null && Date.parse(found.expires_at) <= now)) {
    // Counted for the token too, so that a program that keeps using an expired token doesn't block the other users of its IP address.
    await countGuess(ctx, { counters: addressCounters(address), email: `token ${hash.slice(0, 16)}` })
    await emitRefusedSignIn(ctx, address, found?.id ?? null, 'token')
    return undefined
  }
  const { token_id, scope, expires_at: _, last_used_at, ...user } = found
  const seconds = ctx.tokenCalls.waitFor(token_id, now)
  if (seconds > 0) throw refuse('too_many_calls', seconds).after(seconds)
  if (last_used_at === null || now - Date.parse(last_used_at) >= useIntervalMs) {
    // Not awaited, because a request that only reads must not wait for a write or fail with it.
    void storeUse(ctx.db, token_id, now).catch(() => {})
  }
  return { ...user, signInId: null, accessToken: { id: token_id, scope }, via: 'token', address }
}

/** Of concurrent requests one writes; for the others the condition no longer holds. */
function storeUse(db: Db, tokenId: number, now: number) {
  return db
    .updateTable('access_tokens')
    .set({ last_used_at: toInstant(now) })
    .where('id', '=', tokenId)
    .where(eb =>
      eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', toInstant(now - useIntervalMs))]),
    )
    .execute()
}

/** Ends the tokens of an account, and returns how many of them hadn't expired. */
export async function deleteAccessTokensOf(db: Db, userId: number, now: string): Promise<number> {
  const deleted = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .returning('expires_at')
    .execute()
  return deleted.filter(({ expires_at }) => expires_at === null || expires_at > now).length
}

/** How many tokens of an account haven't expired. */
export async function countAccessTokensOf(db: Db, userId: number, now: string): Promise<number> {
  const { count } = await db
    .selectFrom('access_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const minute = 60_000
/** Clearing the full table bounds its memory. */
const countedTokensMax = 10_000

export type TokenCalls = ReturnType<typeof createTokenCalls>

/** Counts the calls of each token in this process. Each instance counts its own. */
export function createTokenCalls(callsPerMinute = limits.tokenCallsPerMinute) {
  const counted = new Map<number, { since: number; calls: number }>()
  return {
    /** Counts a call. Returns 0, or after too many calls the seconds until the next one is allowed. */
    waitFor(tokenId: number, now: number): number {
      let current = counted.get(tokenId)
      if (!current || now - current.since >= minute || now < current.since) {
        if (counted.size >= countedTokensMax) counted.clear()
        current = { since: now, calls: 0 }
        counted.set(tokenId, current)
      }
      current.calls++
      return current.calls <= callsPerMinute ? 0 : Math.ceil((current.since + minute - now) / 1000)
    },
  }
}
