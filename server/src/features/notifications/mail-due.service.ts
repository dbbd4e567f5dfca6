import type { NotificationKind } from '#shared/contract/notifications.ts'
import { addDays, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db, Trx, UsersTable } from '../../db/schema.ts'
import { effectiveTimeZone, getOrganization, type Organization } from '../settings/settings.service.ts'
import {
  type DailyTimes,
  findDailyTimes,
  findMutedOfUsers,
  removeMailDueAt,
  setDailyDueAt,
  setMailDueBy,
} from './mail-due.queries.ts'

export { findMutedKinds, replaceMutedKinds } from './mail-due.queries.ts'

/** Null means that the organization's applies. */
type Times = Pick<UsersTable, 'time_zone' | 'reminder_time'>

/** The settings that decide when a user gets a mail. */
type Preferences = Times & {
  email_notifications: 'instant' | 'daily' | 'off'
}

type Recipient = Preferences & { id: number }
type Mailable = { kind: NotificationKind; user: Recipient }

/** Kinds that are mailed without delay, because no others follow soon that could share their mail. */
const isSentAtOnce = (kind: NotificationKind) => kind === 'reminder' || kind === 'nudge' || kind === 'summary'

/** When the mails of new notifications are due, in their order. Null means that there is no mail. */
export async function mailDueAt(
  ctx: Context,
  db: Db,
  mailable: readonly Mailable[],
): Promise<(string | null)[]> {
  if (!ctx.config.mail || mailable.every(({ user }) => isOff(user))) return mailable.map(() => null)
  const [muted, organization] = await Promise.all([
    findMutedOfUsers(
      db,
      mailable.map(({ user }) => user.id),
    ),
    mailable.some(({ user }) => isDaily(user)) ? getOrganization(ctx, db) : undefined,
  ])
  const isMuted = new Set(muted.map(({ user_id, kind }) => `${user_id} ${kind}`))
  const now = ctx.clock.now()
  return mailable.map(({ kind, user }) => {
    if (isOff(user) || isMuted.has(`${user.id} ${kind}`)) return null
    // A reminder is created at the time of the daily mail, and is part of it.
    if (organization && isDaily(user) && kind !== 'reminder') return dailyDueAt(now, user, organization)
    return isSentAtOnce(kind) && !isDaily(user) ? now.toISOString() : addMailDelay(now.toISOString())
  })
}

/** For a change of the user's time zone, reminder time or frequency of mails. */
export async function rescheduleMailsOfUser(ctx: Context, trx: Trx, user: Recipient): Promise<void> {
  if (isOff(user)) return removeMailDueAt(trx, user.id)
  if (!isDaily(user)) return setMailDueBy(trx, user.id, addMailDelay(ctx.clock.now().toISOString()))
  await rescheduleDaily(ctx, trx, [user])
}

/** For a change of the organization's time zone or reminder time. Affects users who have no own ones. */
export async function rescheduleMailsOfOrganization(ctx: Context, trx: Trx): Promise<void> {
  if (ctx.config.mail) await rescheduleDaily(ctx, trx, await findDailyTimes(trx))
}

async function rescheduleDaily(ctx: Context, trx: Trx, all: readonly DailyTimes[]): Promise<void> {
  const organization = await getOrganization(ctx, trx)
  const now = ctx.clock.now()
  // If the reminder time was only just reached, the mail still goes out today, and not a day later.
  const after = toInstant(now.getTime() - limits.mailDelayMs)
  for (const times of all)
    await setDailyDueAt(trx, times, now.toISOString(), dailyDueAt(now, times, organization, after))
}

const isOff = (user: Preferences) => user.email_notifications === 'off'
const isDaily = (user: Preferences) => user.email_notifications === 'daily'

const addMailDelay = (instant: string) => toInstant(Date.parse(instant) + limits.mailDelayMs)

/** The user's next reminder time plus the delay, so that the reminder is in the same mail. */
function dailyDueAt(now: Date, user: Times, organization: Organization, after = now.toISOString()): string {
  const zone = effectiveTimeZone(user, organization)
  const time = user.reminder_time ?? organization.reminder_time
  const today = dayInZone(now, zone)
  const due = timeInZone(today, time, zone)
  return addMailDelay(due > after ? due : timeInZone(addDays(today, 1), time, zone))
}
