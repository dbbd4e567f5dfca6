import type { NotificationKind } from '#shared/contract/notifications.ts'
import { addDays, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db, Trx, UsersTable } from '../../db/schema.ts'
import { effectiveTimeZone, type Organization, organizationOf } from '../settings/settings.service.ts'
import {
  type DailyTimes,
  findDailyTimes,
  findMutedOfUsers,
  removeMailDueAt,
  setDailyDueAt,
  setMailDueBy,
} from './mail-due.queries.ts'

export { findMutedKinds, replaceMutedKinds } from './mail-due.queries.ts'

/** Null: the organization's. */
type Times = Pick<UsersTable, 'time_zone' | 'reminder_time'>

/** What decides when a user gets a mail. */
type Preferences = Times & {
  email_notifications: 'instant' | 'daily' | 'off'
}

type Recipient = Preferences & { id: number }
type Mailable = { kind: NotificationKind; user: Recipient }

/** Nothing follows these at once that could go out with them. */
const isSentAtOnce = (kind: NotificationKind) => kind === 'reminder' || kind === 'nudge' || kind === 'summary'

/** When notifications that are made now go out by mail, in their order. Null: never. */
export async function mailDueAt(ctx: Context, db: Db, told: readonly Mailable[]): Promise<(string | null)[]> {
  if (!ctx.config.mail || told.every(({ user }) => isOff(user))) return told.map(() => null)
  const [muted, organization] = await Promise.all([
    findMutedOfUsers(
      db,
      told.map(({ user }) => user.id),
    ),
    told.some(({ user }) => isDaily(user)) ? organizationOf(ctx, db) : undefined,
  ])
  const isMuted = new Set(muted.map(({ user_id, kind }) => `${user_id} ${kind}`))
  const now = ctx.clock.now()
  return told.map(({ kind, user }) => {
    if (isOff(user) || isMuted.has(`${user.id} ${kind}`)) return null
    // A reminder comes at the time of the daily mail, and goes out with it.
    if (organization && isDaily(user) && kind !== 'reminder') return dailyDueAt(now, user, organization)
    return isSentAtOnce(kind) && !isDaily(user) ? now.toISOString() : addMailDelay(now.toISOString())
  })
}

/** Waiting mails of a user follow a change of their zone, their reminder time or how often they get mails. */
export async function rescheduleMailsOfUser(ctx: Context, trx: Trx, user: Recipient): Promise<void> {
  if (isOff(user)) return removeMailDueAt(trx, user.id)
  if (!isDaily(user)) return setMailDueBy(trx, user.id, addMailDelay(ctx.clock.now().toISOString()))
  await rescheduleDaily(ctx, trx, [user])
}

/** Waiting mails of users without a zone or a reminder time of their own follow a change of the organization's. */
export async function rescheduleMailsOfOrganization(ctx: Context, trx: Trx): Promise<void> {
  if (ctx.config.mail) await rescheduleDaily(ctx, trx, await findDailyTimes(trx))
}

async function rescheduleDaily(ctx: Context, trx: Trx, all: readonly DailyTimes[]): Promise<void> {
  const organization = await organizationOf(ctx, trx)
  const now = ctx.clock.now()
  // If the time has just come, a waiting mail goes out in its moment after it, not a day later.
  const after = toInstant(now.getTime() - limits.mailDelayMs)
  for (const times of all)
    await setDailyDueAt(trx, times, now.toISOString(), dailyDueAt(now, times, organization, after))
}

const isOff = (user: Preferences) => user.email_notifications === 'off'
const isDaily = (user: Preferences) => user.email_notifications === 'daily'

const addMailDelay = (instant: string) => toInstant(Date.parse(instant) + limits.mailDelayMs)

/** The next time that a user's reminder time comes, and a moment later, so that the reminder is in the same mail. */
function dailyDueAt(now: Date, user: Times, organization: Organization, after = now.toISOString()): string {
  const zone = effectiveTimeZone(user, organization)
  const time = user.reminder_time ?? organization.reminder_time
  const today = dayInZone(now, zone)
  const due = timeInZone(today, time, zone)
  return addMailDelay(due > after ? due : timeInZone(addDays(today, 1), time, zone))
}
