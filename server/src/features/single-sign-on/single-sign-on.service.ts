import { createHash, randomBytes } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { type ActedBy, type Event, emit, type Listener } from '../../events/event.ts'
import { type Refusal, refuse } from '../../http/refusals.ts'
import { findLiveUserByEmail } from '../../identity/accounts.queries.ts'
import {
  acceptWithoutPassword,
  hasPasswordHash,
  insertAccount,
  presentUser,
  requireLiveUser,
} from '../../identity/accounts.ts'
import { findIdentitiesOf, isSameIssuer } from '../../identity/identities.ts'
import { assertMayUsePassword } from '../../identity/password-policy.ts'
import { emitRefusedSignIn } from '../../identity/refused-sign-in.ts'
import { type OpenedChallenge, openChallenge } from '../../identity/second-step.ts'
import {
  type Client,
  createGuess,
  type NewSignIn,
  signInAfterGuess,
  signInClient,
} from '../../identity/sign-in-client.ts'
import {
  addressCounters,
  countGuess,
  type Guess,
  refuseIfOverLimit,
  tryPassword,
} from '../../identity/sign-in-limit.ts'
import { onlyPerson } from '../../identity/visible-people.ts'
import { queueJob, removeQueuedByPrefix } from '../../jobs/job.ts'
import { withMessageId } from '../../mail/message-id.ts'
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
import { identityMailJob } from './identity-mail.job.ts'

export { identityMailJob } from './identity-mail.job.ts'

type ByUser = ActedBy & { readonly id: number }

/** Who acts before a user is signed in. */
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
 * Refuses a person whom no account lets in, and returns a code that the page exchanges once. Nothing else is written: with
 * the exchange, or with the second step where the account has one, the identity is linked and the role of the groups given.
 */
export async function admitPerson(ctx: Context, person: Person): Promise<Admission> {
  const { userId } = await chooseAccount(ctx, ctx.db, person)
  // A person can have hundreds of groups, and only those that give roles are stored.
  const stored = { ...person, groups: groupsWithRoles(person.groups, configOf(ctx)) }
  return groupCommit(ctx.db, trx => waitFor(ctx, trx, userId, stored))
}

/** Stores what the provider said until the page exchanges the code. */
export async function waitFor(
  ctx: Context,
  trx: Trx,
  userId: number | undefined,
  person: Person,
): Promise<Admission> {
  const code = randomBytes(32).toString('base64url')
  const now = ctx.clock.now()
  const row = {
    code_hash: hashCode(code),
    user_id: userId ?? null,
    sign_on: JSON.stringify(person),
    expires_at: toInstant(now.getTime() + limits.signOnResultMinutes * 60_000),
  }
  await insertWaiting(trx, row, now.toISOString())
  return { code }
}

const parsePerson = (signOn: string): Person => JSON.parse(signOn)

function assertDomain(ctx: Context, { email }: Pick<Person, 'email'>): void {
  const config = configOf(ctx)
  if (!config.allowedDomains) return
  if (email === undefined) throw refuse('sso_email_missing', config.name)
  if (!isAllowedDomain(email, config)) throw refuse('sso_domain_refused', email)
}

/**
 * The account that a person comes in with. `userId` is undefined for a person who gets one. `confirm`: the account is
 * linked only after its password was entered.
 */
type Chosen = { userId: number | undefined; confirm?: Confirm }
type Confirm = { account: LiveAccount; refusal: Refusal }
type LiveAccount = NonNullable<Awaited<ReturnType<typeof findLiveUserByEmail>>>

async function chooseAccount(ctx: Context, db: Db, person: Person): Promise<Chosen> {
  assertDomain(ctx, person)
  const config = configOf(ctx)
  const identity = await findIdentity(db, person)
  if (identity && identity.deleted_at === null) return { userId: identity.user_id }
  const { email, isVerified } = person
  if (email === undefined) throw refuse('sso_email_missing', config.name)
  const account = await findLiveUserByEmail(db, email)
  if (account) {
    const isOther = await hasIdentityOf(db, account.id, person.issuer)
    if (isVerified && !isOther) return { userId: account.id }
    // Nothing says that it is the same person: the e-mail isn't verified, or the provider has given it to another one.
    // Users without a password, such as invited ones, can't confirm it.
    if (account.password_hash === null)
      throw isVerified ? refuse('sso_email_taken', email, config.name) : unverified(config.name, email)
    return {
      userId: account.id,
      confirm: {
        account,
        refusal: refuse('sso_password_needed', config.name, email, isVerified ? 'linked' : 'unverified'),
      },
    }
  }
  if (!isVerified) throw unverified(config.name, email)
  // A deleted account stays out, also where unknown people get one.
  const isDeleted = identity !== undefined || (await hasDeletedAccount(db, email))
  if (isDeleted || !config.createsUsers) throw refuse('sso_no_account', email)
  return { userId: undefined }
}

const unverified = (name: string, email: string) => refuse('sso_email_unverified', name, email)

/** Whether the account is linked with a person of this provider. */
const hasIdentityOf = async (db: Db, userId: number, issuer: string) =>
  (await findIdentitiesOf(db, userId)).some(identity => isSameIssuer(identity.issuer, issuer))

/**
 * Exchanges the code for a sign-in, or for the challenge of a second step, once. If a password is asked for, a wrong one
 * counts as a failed sign-in.
 */
export async function openSession(
  ctx: Context,
  { code }: Admission,
  password: string | undefined,
  client: Client,
): Promise<NewSignIn | OpenedChallenge> {
  const code_hash = hashCode(code)
  const waiting = await findWaiting(ctx.db, code_hash, ctx.clock.now().toISOString())
  if (!waiting) throw refuse('sso_expired')
  const person = parsePerson(waiting.sign_on)
  const { confirm } = await chooseAccount(ctx, ctx.db, person)
  if (!confirm) {
    return groupCommit(ctx.db, async trx => {
      await takeCode(trx, code_hash, waiting.user_id)
      const { userId, confirm: isAsked } = await chooseAccount(ctx, trx, person)
      // Since the code was issued, the account got another owner, or its owner another identity.
      if (isAsked || (waiting.user_id !== null && waiting.user_id !== userId)) throw refuse('sso_expired')
      if (waiting.user_id === null && userId !== undefined) await lockRow(trx, 'users', userId)
      return enter(ctx, trx, { userId, person, client })
    })
  }
  const { account, refusal } = confirm
  const { id, password_hash: passwordHash } = account
  await assertMayUsePassword(ctx, account.role)
  if (password === undefined) throw refusal
  const guess = await createGuess(ctx, account.email, client)
  const opened = await tryPassword(ctx, { passwordHash, password, guess }, async undoGuess => {
    const next = await groupCommit(ctx.db, async trx => {
      await takeCode(trx, code_hash, id)
      if (!(await hasPasswordHash(trx, id, passwordHash))) throw refuse('sso_expired')
      return enter(ctx, trx, { userId: id, person, client, guess })
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

/**
 * Like every change of accounts, these run one at a time: of two sign-ins of one new person one makes the account, and two
 * admins can't lose their role at once. The lock on the account waits for its deletion, after which the code no longer
 * counts.
 */
async function takeCode(trx: Trx, code_hash: string, userId: number | null): Promise<void> {
  await acquireLock(trx, 'accounts')
  if (userId !== null) await lockRow(trx, 'users', userId)
  if (!(await takeWaiting(trx, code_hash))) throw refuse('sso_expired')
}

/** `guess`: the password has confirmed the account. */
type Entering = { userId: number | undefined; person: Person; client: Client; guess?: Guess }

/**
 * Signs in, unless the account has a second step and the provider isn't trusted with it. A person who is linked by the
 * password is not trusted either: that the provider asked a stranger for a second step says nothing of the account's owner.
 */
async function enter(
  ctx: Context,
  trx: Trx,
  { userId, person, client, guess }: Entering,
): Promise<NewSignIn | OpenedChallenge> {
  const isOfProvider = configOf(ctx).asksSecondStep === false
  if (userId !== undefined && (!isOfProvider || guess)) {
    const challenge = await openChallenge(ctx, trx, userId, client, JSON.stringify(person))
    if (challenge) return challenge
  }
  const id = userId ?? (await createUser(ctx, trx, person, client.address))
  await applyPerson(ctx, trx, bySignOn(id, client.address), person)
  const secondStep = isOfProvider ? { secondStep: 'provider' as const } : {}
  const from = { ...client, ...secondStep }
  const { token, device } = guess
    ? await signInAfterGuess(ctx, trx, id, guess, from, 'sso')
    : await signInClient(ctx, trx, id, from, 'sso')
  const user = presentUser(await requireLiveUser(trx, onlyPerson({ id }), id))
  return { signedIn: { token, user }, device, ...secondStep }
}

async function createUser(ctx: Context, trx: Trx, person: Person, address: string): Promise<number> {
  const { name, email = '', groups } = person
  const config = configOf(ctx)
  const role = roleOfGroups(groups, config) ?? config.defaultRole
  const by = bySignOn(null, address)
  const user = await insertAccount(ctx, trx, by, { name, email, role }, null)
  await acceptWithoutPassword(ctx, trx, user.id)
  await emit(ctx, trx, by, { kind: 'user.created', userIds: [user.id] })
  return user.id
}

/**
 * Called when the second step was passed, with what waited in its challenge. The caller holds the lock `accounts` and that of
 * the user.
 */
export function applySignOn(
  ctx: Context,
  trx: Trx,
  { userId, signOn, address }: { userId: number; signOn: string; address: string },
): Promise<void> {
  return applyPerson(ctx, trx, bySignOn(userId, address), parsePerson(signOn))
}

/** The last step is passed: accepts an invitation, links the identity, and gives the role of the groups. */
async function applyPerson(ctx: Context, trx: Trx, by: ByUser, person: Person): Promise<void> {
  const user = await requireLiveUser(trx, onlyPerson(by), by.id)
  if (user.invited) {
    await acceptWithoutPassword(ctx, trx, by.id)
    await emit(ctx, trx, by, { kind: 'invitation.accepted', userId: by.id })
  }
  // Invited accounts get no notifications, so the link comes second.
  await linkPerson(ctx, trx, by, person)
  const { issuer, subject, email, groups } = person
  const last_used_at = ctx.clock.now().toISOString()
  await updateIdentityUse(trx, { issuer, subject, last_used_at, ...(email !== undefined && { email }) })
  // At every sign-in, so that a role that was taken away at the provider is taken away here.
  const role = roleOfGroups(groups, configOf(ctx), user.role)
  if (role && !(await takeRoleOfGroups(ctx, trx, by, presentUser(user), role)))
    ctx.log.warn({ user: by.id, role }, 'single sign-on: the last admin keeps the role')
}

/** Links the identity with a user, unless it is linked already. The identity of a deleted account moves. */
export async function linkPerson(
  ctx: Context,
  trx: Trx,
  by: ByUser,
  person: Pick<Person, 'issuer' | 'subject' | 'email'>,
): Promise<void> {
  assertDomain(ctx, person)
  const found = await findIdentity(trx, person)
  if (found?.user_id === by.id) return
  if (found && found.deleted_at === null) throw refuse('identity_taken', configOf(ctx).name)
  const { issuer, subject, email = null } = person
  const created_at = ctx.clock.now().toISOString()
  const { id } = await saveIdentity(trx, { issuer, subject, email, user_id: by.id, created_at })
  await emit(ctx, trx, by, { kind: 'identity.linked', userId: by.id, identity: { id, issuer, email } })
}

/** Answers of the provider are about no account yet, so only the limits of the IP address apply. */
const guessOf = (address: string): Guess => ({
  counters: addressCounters(address),
  email: `single sign-on ${randomBytes(8).toString('hex')}`,
})

export const assertBelowLimit = (ctx: Context, address: string) => refuseIfOverLimit(ctx, guessOf(address))

/**
 * An answer of the provider that is refused counts as a failed sign-in from the IP address, and is recorded. Beyond the
 * limit it is refused for that, so that repeated ones fill no table.
 */
export async function countRefused(ctx: Context, address: string): Promise<void> {
  await countGuess(ctx, guessOf(address))
  await emitRefusedSignIn(ctx, address, null, 'sso')
}

/**
 * The identity of a deleted account stays, so that its person stays out. Erasing the account removes it, as everything
 * that says who the person was.
 */
export const singleSignOnListener: Listener = async (ctx, trx, event) => {
  if (event.kind === 'identity.linked' && ctx.config.mail) await queueMail(ctx, trx, event)
  if (event.kind === 'user.deleted') await deleteWaitingOf(trx, event.userId)
  if (event.kind !== 'user.erased') return
  await deleteIdentitiesOf(trx, event.userId)
  await removeQueuedByPrefix(trx, identityMailJob, mailKey(event.userId, ''))
}

const mailKey = (userId: number, identityId: number | '') => `${userId}:${identityId}`

function queueMail({ clock }: Context, trx: Trx, { userId, identity }: IdentityLinked): Promise<void> {
  const { id, issuer, email } = identity
  const payload = { user: userId, issuer, email, ...withMessageId() }
  return queueJob({ db: trx, clock }, identityMailJob, payload, { key: mailKey(userId, id), restart: true })
}
type IdentityLinked = Extract<Event, { kind: 'identity.linked' }>
