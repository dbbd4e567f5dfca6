import { createHash, randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { type ActedBy, emit, type Listener } from '../../events/event.ts'
import { refuse } from '../../http/refusals.ts'
import { findLiveUser, findLiveUserByEmail } from '../../identity/accounts.queries.ts'
import {
  acceptWithoutPassword,
  hasPasswordHash,
  insertAccount,
  presentUser,
  requireLiveUser,
} from '../../identity/accounts.ts'
import { emitRefusedSignIn } from '../../identity/refused-sign-in.ts'
import { type OpenedChallenge, openChallenge } from '../../identity/second-step.ts'
import {
  type Client,
  createGuess,
  type NewSignIn,
  signInAfterGuess,
  signInClient,
} from '../../identity/sign-in-client.ts'
import { addressCounters, countGuess, type Guess, tryPassword } from '../../identity/sign-in-limit.ts'
import { onlyPerson } from '../../identity/visible-people.ts'
import { takeRoleOfGroups } from '../users/users.service.ts'
import { groupsWithRoles, isAllowedDomain, type Person, roleOfGroups } from './claims.ts'
import type { Admission } from './flow-cookies.ts'
import {
  deleteIdentitiesOf,
  deleteWaitingOf,
  findIdentity,
  findWaiting,
  hasDeletedAccount,
  insertWaiting,
  saveIdentity,
  takeWaiting,
  updateIdentityUse,
} from './identities.queries.ts'

/** Who acts when the provider leads back: no user is signed in yet. */
const bySignOn = <Id extends number | null>(id: Id, address: string): ActedBy & { readonly id: Id } => ({
  id,
  via: 'sso',
  address,
})

const hashCode = (code: string) => createHash('sha256').update(code).digest('base64url')

export function configOf({ config }: Context) {
  if (!config.oidc) throw refuse('sso_not_set_up')
  return config.oidc
}

/**
 * Decides which account a person comes in with, links or creates it, and returns a code that the page exchanges for a
 * token once. The token itself is never part of a URL or a cookie.
 */
export function admitPerson(ctx: Context, person: Person, address: string): Promise<Admission> {
  assertDomain(ctx, person)
  return groupCommit(ctx.db, async trx => {
    // Like every change of accounts, these run one at a time: of two sign-ins of one new person one makes the account,
    // and two admins can't lose their role at once.
    await acquireLock(trx, 'accounts')
    const userId = await findOrMakeUser(ctx, trx, person, address)
    if (userId === undefined) {
      const { code } = await waitFor(ctx, trx, await userToConfirm(ctx, trx, person), person)
      return { code, groups: groupsWithRoles(person.groups, configOf(ctx)) }
    }
    await lockRow(trx, 'users', userId)
    const user = await requireLiveUser(trx, onlyPerson({ id: userId }), userId)
    const by = bySignOn(userId, address)
    if (user.invited) {
      await acceptWithoutPassword(ctx, trx, userId)
      await emit(ctx, trx, by, { kind: 'invitation.accepted', userId })
    }
    await applyIdentity(ctx, trx, by, person)
    return waitFor(ctx, trx, userId)
  })
}

/** Links the identity with a signed-in user, who has confirmed it with their password. */
export async function linkPerson(
  ctx: Context,
  trx: Trx,
  by: ActedBy & { readonly id: number },
  person: Pick<Person, 'issuer' | 'subject' | 'email'>,
): Promise<void> {
  assertDomain(ctx, person)
  const found = await findIdentity(trx, person)
  if (found?.user_id === by.id) return
  if (found && found.deleted_at === null) throw refuse('identity_taken', configOf(ctx).name)
  await link(ctx, trx, by, by.id, person)
}

function assertDomain(ctx: Context, { email }: Pick<Person, 'email'>): void {
  const config = configOf(ctx)
  if (!config.allowedDomains) return
  if (email === undefined) throw refuse('sso_email_missing', config.name)
  if (!isAllowedDomain(email, config)) throw refuse('sso_domain_refused', email)
}

/** Undefined if the account has to be confirmed with its password first. */
async function findOrMakeUser(
  ctx: Context,
  trx: Trx,
  person: Person,
  address: string,
): Promise<number | undefined> {
  const config = configOf(ctx)
  const identity = await findIdentity(trx, person)
  if (identity && identity.deleted_at === null) return identity.user_id
  const { email, isVerified } = person
  if (email === undefined) throw refuse('sso_email_missing', config.name)
  const account = await findLiveUserByEmail(trx, email)
  if (account) {
    if (!isVerified) return undefined
    await link(ctx, trx, bySignOn(account.id, address), account.id, person)
    return account.id
  }
  if (!isVerified) throw refuse('sso_email_unverified', config.name, email)
  // A deleted account stays out, also where unknown people get one.
  const isDeleted = identity !== undefined || (await hasDeletedAccount(trx, email))
  if (isDeleted || !config.createsUsers) throw refuse('sso_no_account', email)
  const role = roleOfGroups(person.groups, config) ?? config.defaultRole
  const by = bySignOn(null, address)
  const user = await insertAccount(ctx, trx, by, { name: person.name, email, role }, null)
  await acceptWithoutPassword(ctx, trx, user.id)
  await emit(ctx, trx, by, { kind: 'user.created', userIds: [user.id] })
  await link(ctx, trx, bySignOn(user.id, address), user.id, person)
  return user.id
}

/** The account of an e-mail that isn't verified. An invited person has no password that could confirm it. */
async function userToConfirm(ctx: Context, trx: Trx, { email = '' }: Person): Promise<number> {
  const account = await findLiveUserByEmail(trx, email)
  if (!account || account.password_hash === null)
    throw refuse('sso_email_unverified', configOf(ctx).name, email)
  return account.id
}

async function link(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  userId: number,
  person: Pick<Person, 'issuer' | 'subject' | 'email'>,
) {
  const { issuer, subject, email = null } = person
  const created_at = ctx.clock.now().toISOString()
  const { id } = await saveIdentity(trx, { issuer, subject, email, user_id: userId, created_at })
  await emit(ctx, trx, by, { kind: 'identity.linked', userId, identity: { id, issuer } })
}

/** At every sign-in, so that a role that was taken away at the provider is taken away here. */
async function applyIdentity(
  ctx: Context,
  trx: Trx,
  by: ActedBy & { readonly id: number },
  { issuer, subject, email, groups }: Omit<Person, 'isVerified' | 'name'>,
): Promise<void> {
  const last_used_at = ctx.clock.now().toISOString()
  await updateIdentityUse(trx, { issuer, subject, last_used_at, ...(email !== undefined && { email }) })
  const user = await findLiveUser(trx, by.id)
  const role = user && roleOfGroups(groups, configOf(ctx), user.role)
  if (!user || !role) return
  if (!(await takeRoleOfGroups(ctx, trx, by, presentUser(user), role)))
    ctx.log.warn({ user: by.id, role }, 'single sign-on: the last admin keeps the role')
}

/** With `person`, the identity is linked once the password is confirmed. */
export async function waitFor(
  ctx: Context,
  trx: Trx,
  user_id: number,
  person?: Person,
): Promise<{ code: string }> {
  const code = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const row = {
    code_hash: hashCode(code),
    user_id,
    issuer: person?.issuer ?? null,
    subject: person?.subject ?? null,
    email: person?.email ?? null,
    expires_at: toInstant(now.getTime() + limits.signOnResultMinutes * 60_000),
  }
  await insertWaiting(trx, row, now.toISOString())
  return { code }
}

/**
 * Exchanges the code for a sign-in, or for the challenge of a second step, once. If a password is asked for, a wrong one
 * counts as a failed sign-in.
 */
export async function openSession(
  ctx: Context,
  { code, groups }: Admission,
  password: string | undefined,
  client: Client,
): Promise<NewSignIn | OpenedChallenge> {
  const code_hash = hashCode(code)
  const waiting = await findWaiting(ctx.db, code_hash, ctx.clock.now().toISOString())
  if (!waiting) throw refuse('sso_expired')
  const { id, issuer, subject, email, password_hash: passwordHash } = waiting
  if (issuer === null || subject === null) {
    return groupCommit(ctx.db, async trx => {
      await takeCode(trx, code_hash, id)
      return enter(ctx, trx, id, client)
    })
  }
  const { name } = configOf(ctx)
  if (password === undefined) throw refuse('sso_password_needed', name, email ?? waiting.account_email)
  const guess = await createGuess(ctx, waiting.account_email, client)
  const opened = await tryPassword(ctx, { passwordHash, password, guess }, async undoGuess => {
    const next = await groupCommit(ctx.db, async trx => {
      await acquireLock(trx, 'accounts')
      await takeCode(trx, code_hash, id)
      if (!(await hasPasswordHash(trx, id, passwordHash))) throw refuse('sso_expired')
      const person = { issuer, subject, email: email ?? undefined, groups }
      const by = bySignOn(id, client.address)
      await linkPerson(ctx, trx, by, person)
      await applyIdentity(ctx, trx, by, person)
      return enter(ctx, trx, id, client, guess)
    })
    // A right password alone clears no count of failures: that takes the second step.
    if ('challenge' in next) await undoGuess()
    return next
  })
  if (!opened) {
    await emitRefusedSignIn(ctx, client.address, id, 'sso')
    throw refuse('credentials_invalid')
  }
  return opened
}

/** Signs in, unless the account has a second step and the provider isn't trusted with it. */
async function enter(
  ctx: Context,
  trx: Trx,
  id: number,
  client: Client,
  guess?: Guess,
): Promise<NewSignIn | OpenedChallenge> {
  const isOfProvider = ctx.config.oidc?.asksSecondStep === false
  const challenge = isOfProvider ? undefined : await openChallenge(ctx, trx, id, client, 'sso')
  if (challenge) return challenge
  const secondStep = isOfProvider ? { secondStep: 'provider' as const } : {}
  const from = { ...client, ...secondStep }
  const { token, device } = guess
    ? await signInAfterGuess(ctx, trx, id, guess, from, 'sso')
    : await signInClient(ctx, trx, id, from, 'sso')
  const user = presentUser(await requireLiveUser(trx, onlyPerson({ id }), id))
  return { signedIn: { token, user }, device, ...secondStep }
}

/** The lock on the account waits for its deletion, after which the code no longer counts. */
async function takeCode(trx: Trx, code_hash: string, userId: number): Promise<void> {
  await lockRow(trx, 'users', userId)
  if (!(await takeWaiting(trx, code_hash))) throw refuse('sso_expired')
}

/**
 * An answer of the provider that is refused counts as a failed sign-in from the IP address, and is recorded. Beyond the
 * limit it is refused for that, so that repeated ones fill no table.
 */
export async function countRefused(ctx: Context, address: string): Promise<void> {
  const email = `single sign-on ${randomBytes(8).toString('hex')}`
  await countGuess(ctx, { counters: addressCounters(address), email })
  await emitRefusedSignIn(ctx, address, null, 'sso')
}

/**
 * The identity of a deleted account stays, so that its person stays out. Erasing the account removes it, as everything
 * that says who the person was.
 */
export const singleSignOnListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.deleted') await deleteWaitingOf(trx, event.userId)
  if (event.kind === 'user.erased') await deleteIdentitiesOf(trx, event.userId)
}
