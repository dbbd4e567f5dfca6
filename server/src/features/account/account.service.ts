import type { Account, AccountInput, OwnPasswordInput } from '#shared/contract/account.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { findOwnAccount, type OwnAccount, updateOwnAccount } from '../../identity/accounts.queries.ts'
import { getPasswordHash, presentSignedIn, replaceHash } from '../../identity/accounts.ts'
import { assertStillAllowed, hashPasswordFor } from '../../identity/acting-user.ts'
import { confirmPerson } from '../../identity/confirm-person.ts'
import { endIdentities } from '../../identity/identities.ts'
import { endCodesOf } from '../../identity/one-time-codes.ts'
import { isCommonPassword } from '../../identity/passwords.ts'
import { findTeamsByUser } from '../../identity/teams-of-users.ts'
import { assertWayInLeft } from '../../identity/ways-in.ts'
import { changeActivitySettings, findActivitySettings, lockNames } from '../activity/activity.service.ts'
import { findMutedKinds, replaceMutedKinds } from '../notifications/mail-due.service.ts'
import {
  effectiveTimeZone,
  getChangedSchedule,
  getCurrentDays,
  getOrganization,
  parseSchedule,
} from '../settings/settings.service.ts'
import { endOtherSignInsAndForgetDevices } from './own-sign-ins.service.ts'

export async function readAccount(ctx: Context, actor: SignedIn): Promise<Account> {
  return present(ctx, ctx.db, actor)
}

export function updateAccount(ctx: Context, actor: SignedIn, input: AccountInput): Promise<Account> {
  const before = input.activity_emails || input.activity_logins ? lockNames : undefined
  const change = async (trx: Trx, acting: SignedIn) => {
    const {
      working_days: days,
      reminders,
      muted,
      activity,
      activity_emails,
      activity_logins,
      ...given
    } = input
    const row: Partial<OwnAccount> = { ...given }
    if (days !== undefined) {
      const own = { ...(await requireOwnAccount(trx, acting)), ...given }
      row.working_days = await getChangedSchedule(ctx, trx, own, days)
    }
    if (reminders !== undefined) row.reminders_off_at = reminders ? null : ctx.clock.now().toISOString()
    await updateOwnAccount(trx, acting.id, row)
    if (given.name !== undefined)
      await emit(ctx, trx, acting, { kind: 'texts.changed', type: 'person', ids: [acting.id] })
    await changeActivitySettings(ctx, trx, acting.id, { activity, activity_emails, activity_logins })
    if (muted) await replaceMutedKinds(trx, acting.id, muted)
    if (mailTimeFields.some(field => given[field] !== undefined))
      await emit(ctx, trx, acting, { kind: 'user.changedTimes', userId: acting.id })
    const fields = Object.keys(input).filter(field => input[field as keyof AccountInput] !== undefined)
    if (fields.length > 0) await emit(ctx, trx, acting, { kind: 'user.changed', userId: acting.id, fields })
    return present(ctx, trx, acting)
  }
  return changeOwn(ctx, actor, change, before)
}

/** A change of one of these fields reschedules the mails that are waiting. */
const mailTimeFields = ['email_notifications', 'reminder_time', 'time_zone'] as const

async function present(ctx: Context, db: Db, actor: SignedIn): Promise<Account> {
  const [own, organization, muted, activity, teamsOf, passwordHash] = await Promise.all([
    requireOwnAccount(db, actor),
    getOrganization(ctx, db),
    findMutedKinds(db, actor.id),
    findActivitySettings(db, actor.id),
    findTeamsByUser(db, actor, [actor.id]),
    getPasswordHash(db, actor.id),
  ])
  const days = getCurrentDays(parseSchedule(own.working_days) ?? [])
  const { name, time_zone, reminder_time, reminders_off_at, email_notifications } = own
  return {
    ...presentSignedIn({ ...actor, name }),
    time_zone,
    working_days: days && [...days],
    reminder_time,
    reminders: reminders_off_at === null,
    email_notifications,
    muted,
    ...activity,
    teams: teamsOf(actor.id),
    has_password: passwordHash !== null,
    effective: {
      time_zone: effectiveTimeZone(own, organization),
      working_days: [...(days ?? organization.working_days)],
      reminder_time: reminder_time ?? organization.reminder_time,
    },
  }
}

/** The account is missing only if it was deleted during this request. */
async function requireOwnAccount(db: Db, { id }: SignedIn): Promise<OwnAccount> {
  const own = await findOwnAccount(db, id)
  if (!own) throw refuse('token_invalid')
  return own
}

/** Returns how many other sign-ins it ended. */
export async function changePassword(
  ctx: Context,
  actor: SignedIn,
  { current_password, password, end_identities }: OwnPasswordInput,
  address: string,
): Promise<number> {
  if (await isCommonPassword(password)) throw refuseInput({ password: messages.account.passwordTooCommon })
  const passwordHash = await confirmPerson(ctx, actor, {
    password: current_password,
    field: 'current_password',
    address,
  })
  const newHash = await hashPasswordFor(ctx, actor, 'signedIn', password)
  return changeOwn(ctx, actor, async (trx, acting) => {
    // Another device may have changed the password while this request computed the hash.
    if ((await getPasswordHash(trx, actor.id)) !== passwordHash) throw wrongPassword()
    await replaceHash(ctx, trx, actor.id, newHash)
    await emit(ctx, trx, acting, { kind: 'password.changed', userId: actor.id })
    await endCodesOf(trx, actor.id)
    if (end_identities && (await endIdentities(ctx, trx, acting, { userId: acting.id })))
      await assertWayInLeft(ctx, trx, acting)
    return endOtherSignInsAndForgetDevices(ctx, trx, acting)
  })
}

const wrongPassword = () => refuseInput({ current_password: messages.account.currentPasswordWrong })

/** The lock on the account serializes this change with edits and password resets by reviewers. */
function changeOwn<T>(
  ctx: Context,
  actor: SignedIn,
  work: (trx: Trx, acting: SignedIn) => Promise<T>,
  /** Takes a lock that comes before that of the account. */
  lockBefore?: (trx: Trx) => Promise<void>,
): Promise<T> {
  return groupCommit(ctx.db, async trx => {
    await lockBefore?.(trx)
    await lockRow(trx, 'users', actor.id)
    return work(trx, await assertStillAllowed(trx, actor, 'signedIn'))
  })
}
