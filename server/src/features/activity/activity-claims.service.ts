import type { Account } from '#shared/contract/account.ts'
import type {
  ActivityLogin,
  ClaimKind,
  WaitingClaimPage,
  WaitingClaimsQuery,
} from '#shared/contract/activity.ts'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { type Actor, can } from '#shared/permissions.ts'
import { roles, staff } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { type ActedBy, emit } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { findEmails, findLiveUser } from '../../identity/accounts.queries.ts'
import { assertStillAllowed } from '../../identity/acting-user.ts'
import { lockUserForShare } from '../../identity/sign-ins.queries.ts'
import { isLimitedToTeams, isVisible, peopleInSight } from '../../identity/visible-people.ts'
import { secondsUntilTomorrow } from '../../identity/written-bytes.ts'
import { queueJob } from '../../jobs/job.ts'
import { withMessageId } from '../../mail/message-id.ts'
import {
  type ClaimRow,
  countCodeMail,
  type Deciding,
  deleteClaims,
  deleteClaimsOf,
  deleteNames,
  findClaim,
  findClaimedByOthers,
  findClaimsOf,
  findHolders,
  findOwners,
  findOwnNames,
  findUnseen,
  findWaitingPage,
  insertClaims,
  insertNames,
  noteWhose,
  saveSeen,
  setCodeSent,
} from './activity-claims.queries.ts'
import { activityCodeJob } from './activity-code.job.ts'
import { isCurrentCode } from './activity-code.ts'
import { type ActivityName, hashOfName, keyOf, nameOfEmail } from './activity-names.ts'

export { activityCodeJob } from './activity-code.job.ts'

// A name that someone else uses doesn't count for the user who lists it until a reviewer confirms it, or the code is entered
// that was mailed to it. So no user can take the activity of another one.

const day = 24 * 3_600_000

/**
 * Changes of lists and new names of deliveries run one at a time, so that neither misses the other. To avoid deadlocks, the
 * lock comes before any row lock.
 */
export const lockNames = (trx: Trx) => acquireLock(trx, 'activity settings')

/** Keeps hashes of the names of a delivery. Those that were seen a day ago are not written again. */
export async function rememberNames(ctx: Context, names: readonly ActivityName[]): Promise<void> {
  const now = ctx.clock.now()
  const unseen = [...(await findUnseen(ctx.db, names, toInstant(now.getTime() - day)))]
  if (unseen.length === 0) return
  await groupCommit(ctx.db, async trx => {
    await lockNames(trx)
    await saveSeen(trx, unseen, now.toISOString())
  })
}

type Listed = Pick<Account, 'activity_emails' | 'activity_logins' | 'activity_pending'>

/** What a user lists, with what waits to be confirmed. */
export async function findListed(db: Db, userId: number): Promise<Listed> {
  const [counting, claims] = await Promise.all([findOwnNames(db, userId), findClaimsOf(db, userId)])
  const all = [...counting, ...claims]
  return {
    activity_emails: all.flatMap(({ kind, name }) => (kind === 'email' ? [name] : [])).sort(),
    activity_logins: all
      .flatMap(({ kind, name }) => (kind === 'email' ? [] : [{ kind, login: name }]))
      .sort((one, other) => (keyOfLogin(one) < keyOfLogin(other) ? -1 : 1)),
    activity_pending: claims.map(({ id, kind, name, claimed_at, code_sent_at }) => ({
      ...{ id, kind, name, claimed_at, code_sent_at },
    })),
  }
}

const keyOfLogin = ({ kind, login }: ActivityLogin) => `${kind} ${login}`

/** Replaces the given lists of a user. The caller has called `lockNames` and locked the user. Names that someone else uses wait to be confirmed. */
export async function replaceListed(
  ctx: Context,
  trx: Trx,
  userId: number,
  {
    emails,
    logins,
  }: { emails?: readonly string[] | undefined; logins?: readonly ActivityLogin[] | undefined },
): Promise<void> {
  const [counting, claims] = await Promise.all([findOwnNames(trx, userId), findClaimsOf(trx, userId)])
  const kept = [...counting, ...claims].filter(({ kind }) =>
    kind === 'email' ? emails === undefined : logins === undefined,
  )
  const wanted = uniqueNames([
    ...kept,
    ...(emails ?? []).map(nameOfEmail),
    ...(logins ?? []).map(({ kind, login }) => ({ kind, name: login })),
  ])
  // Addresses that hide an e-mail are listed among the e-mails, and are logins.
  if (wanted.filter(({ kind }) => kind !== 'email').length > limits.activityLoginsMax)
    throw refuseInput({ activity_logins: messages.activity.tooManyLogins })
  const isWanted = hasNameOf(wanted)
  await deleteNames(
    trx,
    counting.filter(name => !isWanted(name)),
  )
  await deleteClaims(
    trx,
    claims.filter(name => !isWanted(name)).map(({ id }) => id),
  )
  const isListed = hasNameOf([...counting, ...claims])
  await addNames(
    ctx,
    trx,
    userId,
    wanted.filter(name => !isListed(name)),
  )
}

/** Deletes what a deleted user lists. */
export async function deleteListed(trx: Trx, userId: number): Promise<void> {
  const counting = await findOwnNames(trx, userId)
  const email = (await findEmails(trx, [userId])).map(each => nameOfEmail(each.email))
  await noteWhose(trx, [...counting, ...email], userId)
  await deleteNames(trx, counting)
  await deleteClaimsOf(trx, userId)
}

const uniqueNames = (names: readonly ActivityName[]) => [
  ...new Map(names.map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }])).values(),
]

function hasNameOf(names: readonly ActivityName[]) {
  const keys = new Set(names.map(keyOf))
  return (name: ActivityName) => keys.has(keyOf(name))
}

async function addNames(ctx: Context, trx: Trx, userId: number, names: readonly ActivityName[]) {
  if (names.length === 0) return
  const isFree = await findFree(ctx, trx, userId, names)
  await insertNames(trx, userId, names.filter(isFree))
  const waiting = names.filter(name => !isFree(name))
  if (waiting.length === 0) return
  const claims = await insertClaims(trx, userId, waiting, ctx.clock.now().toISOString())
  for (const claim of claims) await mailCode(ctx, trx, claim)
}

/** Finds which of these names no one else has, lists or claims, and no delivery of the last 90 days had. */
async function findFree(ctx: Context, trx: Trx, userId: number, names: readonly ActivityName[]) {
  const since = toInstant(ctx.clock.now().getTime() - limits.activityNameDays * day)
  const emails = names.flatMap(({ kind, name }) => (kind === 'email' ? [name] : []))
  const owners = new Map((await findOwners(trx, emails)).map(({ id, email }) => [email, id]))
  const holders = await findHolders(trx, names)
  const claimed = await findClaimedByOthers(trx, userId, names)
  const unseen = await findUnseen(trx, names, since)
  return (name: ActivityName) => {
    const owner = name.kind === 'email' ? owners.get(name.name) : undefined
    // The e-mail of the own account counts anyway.
    if (owner === userId) return true
    const isUsed = owner !== undefined || holders.has(keyOf(name)) || claimed.has(keyOf(name))
    return !isUsed && unseen.has(hashOfName(name))
  }
}

/** Returns false, and mails nothing, if the user had too many codes mailed today. */
async function mailCode(ctx: Context, trx: Trx, { id, kind, user_id }: ClaimRow): Promise<boolean> {
  if (kind !== 'email' || !ctx.config.mail) return true
  const now = ctx.clock.now().toISOString()
  const counter = { user_id, day: now.slice(0, 10) }
  if (!(await countCodeMail(trx, counter, limits.activityCodeMailsPerDay))) return false
  await setCodeSent(trx, id, now)
  const job = { claim: id, ...withMessageId() }
  await queueJob({ ...ctx, db: trx }, activityCodeJob, job, { key: String(id), restart: true })
  return true
}

/** Mails a new code to an e-mail that waits to be confirmed, and returns the e-mail. The former code stops working. */
export function mailNewCode(ctx: Context, actor: SignedIn, id: number): Promise<string> {
  return withOwnClaim(ctx, actor, id, async (trx, claim) => {
    if (claim.kind !== 'email') throw refuse('activity_claim_not_found')
    if (!ctx.config.mail) throw refuse('mail_not_set_up')
    if (!(await mailCode(ctx, trx, claim)))
      throw refuse('too_many_activity_codes').after(secondsUntilTomorrow(ctx.clock.now()))
    return claim.name
  })
}

/** Confirms an own e-mail with the code that was mailed to it. */
export function enterCode(ctx: Context, actor: SignedIn, id: number, code: string): Promise<ActivityName> {
  return withOwnClaim(ctx, actor, id, async (trx, claim, acting) => {
    if (!isCurrentCode(ctx, claim, code)) throw refuseInput({ code: messages.activity.codeWrong })
    await confirm(ctx, trx, acting, claim, async () => true)
    return claim
  })
}

function withOwnClaim<T>(
  ctx: Context,
  actor: SignedIn,
  id: number,
  work: (trx: Trx, claim: ClaimRow, acting: SignedIn) => Promise<T>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockNames(trx)
    await lockRow(trx, 'users', actor.id)
    const acting = await assertStillAllowed(trx, actor, 'signedIn')
    const claim = await findClaim(trx, id)
    if (claim?.user_id !== actor.id) throw refuse('activity_claim_not_found')
    return work(trx, claim, acting)
  })
}

/** Lists what waits and what this reviewer may confirm, the oldest first. */
export async function listWaiting(
  ctx: Context,
  viewer: SignedIn,
  { page, limit }: WaitingClaimsQuery,
): Promise<WaitingClaimPage> {
  const deciding = await decidingOf(ctx.db, viewer)
  const { total, rows } = await findWaitingPage(ctx.db, deciding, { limit, offset: (page - 1) * limit })
  return { data: rows, pagination: paginationOf(total, { page, limit }) }
}

/** Managers who are limited to their teams decide about the staff in them, others about all but admins and themselves. */
async function decidingOf(db: Db, viewer: Actor): Promise<Deciding> {
  const isLimited = await isLimitedToTeams(db, viewer)
  return {
    people: await peopleInSight(db, viewer),
    roles: (isLimited ? staff : roles).filter(role => can(viewer, 'user.confirmActivity', { id: 0, role })),
    exceptId: can(viewer, 'user.confirmActivity', viewer) ? undefined : viewer.id,
  }
}

const mayDecide = ({ people, roles, exceptId }: Deciding, user: Actor) =>
  isVisible(people, user.id) && roles.includes(user.role) && user.id !== exceptId

type Decided = { name: string; userName: string }

/** Confirms what a user lists: it counts for them from now on. Another user who listed it has to have it confirmed. */
export function confirmClaim(ctx: Context, actor: SignedIn, id: number): Promise<Decided> {
  return decide(ctx, actor, id, async (trx, claim, acting, deciding) => {
    await confirm(ctx, trx, acting, claim, async holderId => {
      const holder = await findLiveUser(trx, holderId)
      return holder === undefined || mayDecide(deciding, holder)
    })
  })
}

/** Removes what waits from the user's list. */
export function declineClaim(ctx: Context, actor: SignedIn, id: number): Promise<Decided> {
  return decide(ctx, actor, id, async (trx, claim, acting) => {
    await deleteClaims(trx, [claim.id])
    await emitChange(ctx, trx, acting, claim.user_id, claim.kind)
  })
}

function decide(
  ctx: Context,
  actor: SignedIn,
  id: number,
  work: (trx: Trx, claim: ClaimRow, acting: SignedIn, deciding: Deciding) => Promise<void>,
): Promise<Decided> {
  return groupCommit(ctx.db, async trx => {
    await lockNames(trx)
    const acting = await assertStillAllowed(trx, actor, 'user.confirmActivity')
    const claim = await findClaim(trx, id)
    if (!claim) throw refuse('activity_claim_not_found')
    await lockUserForShare(trx, claim.user_id)
    const deciding = await decidingOf(trx, acting)
    // The user may be out of sight, or was deleted while this request waited.
    const user = isVisible(deciding.people, claim.user_id) && (await findLiveUser(trx, claim.user_id))
    if (!user) throw refuse('activity_claim_not_found')
    if (!mayDecide(deciding, user)) throw refuse('forbidden')
    await work(trx, claim, acting, deciding)
    return { name: claim.name, userName: user.name }
  })
}

/** Makes a claim count. An account's own e-mail is never taken, and what another user lists only if `mayTake` allows it. */
async function confirm(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  claim: ClaimRow,
  mayTake: (holderId: number) => Promise<boolean>,
): Promise<void> {
  const { kind, name, user_id } = claim
  const isTaken = () =>
    kind === 'email' ? refuse('activity_email_taken', name) : refuse('activity_login_taken', name)
  const [owner] = kind === 'email' ? await findOwners(trx, [name]) : []
  if (owner && owner.id !== user_id) throw isTaken()
  const holderId = (await findHolders(trx, [claim])).get(keyOf(claim))
  if (holderId !== undefined) {
    if (!(await mayTake(holderId))) throw isTaken()
    await deleteNames(trx, [claim])
    await insertClaims(trx, holderId, [claim], ctx.clock.now().toISOString())
    await emitChange(ctx, trx, by, holderId, kind)
  }
  await deleteClaims(trx, [claim.id])
  await insertNames(trx, user_id, [claim])
  await emitChange(ctx, trx, by, user_id, kind)
}

const emitChange = (ctx: Context, trx: Trx, by: ActedBy, userId: number, kind: ClaimKind) =>
  emit(ctx, trx, by, {
    kind: 'user.changed',
    userId,
    fields: [kind === 'email' ? 'activity_emails' : 'activity_logins'],
  })
