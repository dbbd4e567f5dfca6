import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FactorKind, SecondStepMethod } from '#shared/contract/second-step.ts'
import { defaultSettings, type SecondStepPolicy } from '#shared/contract/settings.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { isReviewer, type Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { Db, Trx } from '../db/schema.ts'
import { type ActedBy, emit, type Via } from '../events/event.ts'
import type { FactorKey } from './factor-key.ts'
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts'

// The second step of a sign-in. After the first one (a password, a link or a single sign-on), an account with a factor
// gets a challenge instead of a token. The challenge works for five minutes and only in the browser that got it.

/** Whether a policy asks users with this role for a second step. */
export const isRequired = (policy: SecondStepPolicy | null, role: Role) =>
  policy === 'everyone' || (policy === 'reviewers' && isReviewer(role))

export async function isRequiredOf(db: Db, { role }: { role: Role }): Promise<boolean> {
  const settings = await db.selectFrom('organization_settings').select('second_step').executeTakeFirst()
  return isRequired(settings?.second_step ?? defaultSettings.second_step, role)
}

/** Whether this user has to set one up before anything else. */
export const mustSetUpSecondStep = async (db: Db, user: { id: number; role: Role }): Promise<boolean> =>
  (await isRequiredOf(db, user)) && !(await hasSecondStep(db, user.id))

export async function hasSecondStep(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('second_step_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.second_step_at !== null
}

/** How the user can answer a challenge. */
async function findMethods(db: Db, userId: number): Promise<SecondStepMethod[]> {
  const [app, passkey, codes] = await Promise.all([
    findApp(db, userId),
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst(),
    countRecoveryCodes(db, userId),
  ])
  return [
    ...(app?.secret ? (['totp'] as const) : []),
    ...(passkey ? (['passkey'] as const) : []),
    ...(codes > 0 ? (['recovery_code'] as const) : []),
  ]
}

export function findApp(db: Db, userId: number) {
  return db
    .selectFrom('authenticator_apps')
    .select(['secret', 'new_secret', 'last_step', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * How many authenticator apps can't be checked, asked for on every page. A key is lost before a start, not after it: if
 * all apps are readable at first, they stay so.
 */
export function createUnreadableCount(db: Db, factorKey: FactorKey): () => Promise<number> {
  let mayBeLost = true
  return async () => {
    if (!mayBeLost) return 0
    const count = await countUnreadableApps(db, factorKey)
    mayBeLost = count > 0
    return count
  }
}

/** How many authenticator apps were encrypted with another key, as after a restore into another place. */
export async function countUnreadableApps(db: Db, factorKey: FactorKey): Promise<number> {
  const apps = await db
    .selectFrom('authenticator_apps')
    .select(['user_id', 'secret'])
    .where('secret', 'is not', null)
    .execute()
  return apps.filter(({ user_id, secret }) => factorKey.decrypt(secret ?? '', user_id) === undefined).length
}

const cookieName = 'second_step'
const lifeSeconds = limits.challengeMinutes * 60

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/**
 * Who can answer a challenge. A browser has the id in its cookie. A program may keep no cookies, and is known by its IP address
 * and user agent.
 */
export type ChallengeClient = { browser: string | undefined; program: string | undefined }

const browserIdLength = 24

export function readChallengeClient({ headers, clientAddress }: FastifyRequest): ChallengeClient {
  // Browsers send one of the first two with every POST, and no script can change them.
  const keepsCookies = [headers.origin, headers['sec-fetch-site'], headers.cookie].some(Boolean)
  return {
    browser: /(?:^|;\s*)second_step=([\w-]{24})(?:;|$)/.exec(headers.cookie ?? '')?.[1],
    program: keepsCookies ? undefined : `${clientAddress} ${headers['user-agent'] ?? ''}`,
  }
}

/** The id that binds challenges to the client. Undefined for a browser that got none yet. */
export function findBrowserId(
  { tokens }: Context,
  { browser, program }: ChallengeClient,
): string | undefined {
  if (browser !== undefined || program === undefined) return browser
  return tokens.derive(`challenges of ${program}`).slice(0, browserIdLength)
}

/** A browser that signs in to two accounts in two tabs keeps its id, so that both challenges work. */
export const browserIdOf = (ctx: Context, client: ChallengeClient): string =>
  findBrowserId(ctx, client) ?? randomBytes((browserIdLength * 3) / 4).toString('base64url')

export function browserCookie(browser: string, isHttps: boolean): string {
  return `${cookieName}=${browser}; Path=/api/auth; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${isHttps ? '; Secure' : ''}`
}

/** `browser` is for the cookie. */
export type OpenedChallenge = { challenge: string; methods: SecondStepMethod[]; browser: string }

/**
 * Called after the first step of a sign-in, in its transaction. Returns undefined if the account has no second step, and
 * then the caller signs in. `signOn` is what the provider of single sign-on said: it waits in the challenge, so that a
 * first step alone links no identity and changes no role.
 */
export async function openChallenge(
  ctx: Context,
  trx: Trx,
  userId: number,
  client: ChallengeClient,
  signOn: string | null = null,
): Promise<OpenedChallenge | undefined> {
  if (!(await hasSecondStep(trx, userId))) return undefined
  const challenge = randomBytes(32).toString('base64url')
  const browser = browserIdOf(ctx, client)
  const now = ctx.clock.now()
  await trx.deleteFrom('sign_in_challenges').where('expires_at', '<=', now.toISOString()).execute()
  await trx
    .insertInto('sign_in_challenges')
    .values({
      hash: hashOf(challenge),
      kind: signOn === null ? 'second_step' : 'second_step_of_sso',
      user_id: userId,
      browser_hash: hashOf(browser),
      attempts: 0,
      expires_at: toInstant(now.getTime() + lifeSeconds * 1000),
      sign_on: signOn,
    })
    .execute()
  return { challenge, methods: await findMethods(trx, userId), browser }
}

/**
 * Finds the account of a challenge that can still be answered, and how it began to sign in; `isOfBrowser` is false if another
 * browser got the challenge.
 */
export async function findChallenge(ctx: Context, challenge: string, browser: string | undefined) {
  const row = await ctx.db
    .selectFrom('sign_in_challenges')
    .innerJoin('users', 'users.id', 'sign_in_challenges.user_id')
    .select(['users.id', 'users.email', 'sign_in_challenges.kind', 'browser_hash', 'attempts', 'sign_on'])
    .where('hash', '=', hashOf(challenge))
    .where('expires_at', '>', ctx.clock.now().toISOString())
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { browser_hash, kind, ...found } = row
  const via: Via = kind === 'second_step_of_sso' ? 'sso' : 'session'
  return { ...found, via, isOfBrowser: browser !== undefined && browser_hash === hashOf(browser) }
}

/**
 * Counts an answer before it is checked, so that concurrent ones can't exceed the limit. It writes outside any
 * transaction. Returns which try it is, or undefined if there was no try left.
 */
export async function countAttempt(ctx: Context, challenge: string): Promise<number | undefined> {
  const row = await ctx.db
    .updateTable('sign_in_challenges')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where('hash', '=', hashOf(challenge))
    .where('attempts', '<', limits.challengeAttempts)
    .returning('attempts')
    .executeTakeFirst()
  return row?.attempts
}

/** Returns false if a concurrent request has ended it. */
export async function endChallenge(db: Db, challenge: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sign_in_challenges')
    .where('hash', '=', hashOf(challenge))
    .returning('user_id')
    .execute()
  return ended.length > 0
}

/** Ends the sign-ins of an account that wait for their second step. */
export async function endChallengesOf(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('user_id', '=', userId).execute()
}

/** Called after a factor was added or removed: stores whether the account has a second step. */
export async function updateSecondStep(ctx: Context, trx: Trx, userId: number): Promise<void> {
  const methods = await findMethods(trx, userId)
  const has = methods.some(method => method !== 'recovery_code')
  if (!has) await deleteRecoveryCodes(trx, userId)
  await trx
    .updateTable('users')
    .set(({ fn, val }) => ({
      second_step_at: has ? fn.coalesce('second_step_at', val(ctx.clock.now().toISOString())) : null,
    }))
    .where('id', '=', userId)
    .execute()
  // A challenge may name a factor that is gone.
  await endChallengesOf(trx, userId)
}

/** Deletes every factor of an account, and returns the kinds that it had. */
export async function deleteFactors(ctx: Context, trx: Trx, userId: number): Promise<FactorKind[]> {
  const apps = await trx
    .deleteFrom('authenticator_apps')
    .where('user_id', '=', userId)
    .returning('secret')
    .execute()
  const passkeys = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute()
  await updateSecondStep(ctx, trx, userId)
  return [
    ...(apps.some(({ secret }) => secret !== null) ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ]
}

/** Removes the second step of another user. Returns false if there was none. */
export async function removeFactors(ctx: Context, trx: Trx, by: ActedBy, userId: number): Promise<boolean> {
  const removed = await deleteFactors(ctx, trx, userId)
  for (const factor of removed) await emit(ctx, trx, by, { kind: 'secondStep.removed', userId, factor })
  return removed.length > 0
}
