import type { Invitation, InviteInput } from '#shared/contract/invitations.ts'
import type { User } from '#shared/contract/users.ts'
import type { Context } from '../../context.ts'
import { acquireLock, lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { type ActedBy, emit, type Listener } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { insertAccount, presentNewUser, requireLiveUser } from '../../identity/accounts.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import { findCurrentCode, issueCode, issueFirstCodes } from '../../identity/one-time-codes.ts'
import { visiblePeople, withScope } from '../../identity/visible-people.ts'
import { queueJob, queueJobs, removeQueued } from '../../jobs/job.ts'
import { withMessageId } from '../../mail/message-id.ts'
import { chooseTeams, joinTeams } from '../teams/join-teams.service.ts'
import { invitationMailJob, welcomePath } from './invitation-mail.job.ts'

export { invitationMailJob } from './invitation-mail.job.ts'

/** Creates an account without a password, and the link to choose one. */
export async function invite(ctx: Context, actor: SignedIn, input: InviteInput, origin: string) {
  authorize(await withScope(ctx.db, actor), 'user.register', input)
  return actAs(ctx, actor, 'user.register', async (trx, acting) => {
    authorize(await withScope(trx, acting), 'user.register', input)
    const teams = await chooseTeams(trx, acting, input.team_ids)
    const account = await insertAccount(ctx, trx, acting, input, null)
    const user = presentNewUser(account, await joinTeams(trx, account.id, teams))
    await emit(ctx, trx, acting, { kind: 'user.created', userIds: [user.id] })
    return { user, invitation: await makeInvitation(ctx, trx, acting, user, origin) }
  })
}

/** Creates a new link for a user without a password; the previous link stops working. */
export function inviteAgain(ctx: Context, actor: SignedIn, id: number, origin: string): Promise<Invitation> {
  const access = 'user.invite'
  return groupCommit(ctx.db, async trx => {
    await acquireLock(trx, 'accounts')
    await lockRow(trx, 'users', id)
    const acting = await assertStillAllowed(trx, actor, access)
    const user = await requireLiveUser(trx, await visiblePeople(trx, acting), id)
    authorize(await withScope(trx, acting), access, user)
    if (!user.invited) throw refuse('user_has_password', user.name)
    return makeInvitation(ctx, trx, acting, user, origin)
  })
}

/** The link that works now, for copying it again. Returns null once it has expired or was withdrawn. */
export async function readInvitation(
  ctx: Context,
  actor: SignedIn,
  id: number,
  origin: string,
): Promise<Invitation | null> {
  // The code is read before the account. In the other order a manager would get the link of an invitee who is made an admin
  // or leaves the manager's team between the two reads.
  const current = await findCurrentCode(ctx, id, 'invitation')
  const user = await requireLiveUser(ctx.db, await visiblePeople(ctx.db, actor), id)
  authorize(await withScope(ctx.db, actor), 'user.invite', user)
  if (!user.invited) throw refuse('user_has_password', user.name)
  return current ? presentInvitation(ctx, current, origin) : null
}

async function makeInvitation(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  { id }: User,
  origin: string,
): Promise<Invitation> {
  await emit(ctx, trx, by, { kind: 'invitation.created', userIds: [id] })
  const issued = await issueCode(ctx, trx, id, 'invitation')
  if (ctx.config.mail)
    await queueJob(
      { db: trx, clock: ctx.clock },
      invitationMailJob,
      { user: id, ...withMessageId() },
      { key: String(id), restart: true },
    )
  return presentInvitation(ctx, issued, origin)
}

function presentInvitation(
  { config }: Context,
  { code, expires_at }: { code: string; expires_at: string },
  origin: string,
): Invitation {
  const link = new URL(welcomePath(code), config.publicUrl ?? origin).href
  return { link, expires_at, emailed: config.mail !== undefined }
}

/** The invitations of new accounts, in the order of `ids`. */
export async function makeFirstInvitations(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  ids: readonly number[],
  origin: string,
): Promise<Invitation[]> {
  await emit(ctx, trx, by, { kind: 'invitation.created', userIds: ids })
  const codes = await issueFirstCodes(ctx, trx, ids, 'invitation')
  if (ctx.config.mail) {
    const mails = ids.map(id => ({ payload: { user: id, ...withMessageId() }, key: String(id) }))
    await queueJobs({ db: trx, clock: ctx.clock }, invitationMailJob, mails)
  }
  return codes.map(issued => presentInvitation(ctx, issued, origin))
}

/** Queued and failed mails contain the e-mail of the erased user, also in the error of the mail server. */
export const invitationsListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.erased') await removeQueued(trx, invitationMailJob, String(event.userId))
}
