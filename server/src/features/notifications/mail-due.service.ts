import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import { addDays, toInstant } from '#shared/dates.ts'
import { notificationLimits } from '#shared/limits.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import type { Db, Trx, UsersTable } from '../../db/schema.ts'
import { type Organization, organizationOf } from '../settings/settings.service.ts'
import {
  findDailyTimes,
  findMutedOf,
  removeMailDueAt,
  setDailyDueAtOfTimes,
  setDailyDueAtOfUser,
  setMailDueBy,
} from './mail-due.queries.ts'

export { findMutedKinds, replaceMutedKinds } from './mail-due.queries.ts'

/** Null: the organization's. */
type Times = Pick<UsersTable, 'time_zone' | 'reminder_time'>

/** What decides when a user gets a mail. */
type Preferences = Times & {
  email_notifications: 'instant' | 'daily' | 'off'
}

type Mailable = { kind: NotificationKind; user: Preferences & { id: number } }

/** Nothing follows these at once that could go out with them. */
const isAlone = (kind: NotificationKind) => kind === 'reminder' || kind === 'nudge' || kind === 'summary'

/** When notifications that are made now go out by mail, in their order. Null: never. */
export async function mailDueAt(ctx: Context, db: Db, told: readonly Mailable[]): Promise<(string | null)[]> {
  if (!ctx.config.mail || told.every(({ user }) => isOff(user))) return told.map(() => null)
  const [muted, organization] = await Promise.all([
    findMutedOf(
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
    return isAlone(kind) && !isDaily(user) ? now.toISOString() : later(now.toISOString())
  })
}

/** After a change of what decides when: mails that wait follow it. */
export async function rescheduleMails(ctx: Context, trx: Trx, id: number, user: Preferences): Promise<void> {
  if (isOff(user)) return removeMailDueAt(trx, id)
  const now = ctx.clock.now().toISOString()
  if (!isDaily(user)) return setMailDueBy(trx, id, later(now))
  await setDailyDueAtOfUser(trx, id, now, waitingDueAt(ctx, user, await organizationOf(ctx, trx)))
}

/** After a change of the organization's zone or time: daily mails that wait follow it, of users who have none of their own. */
export async function rescheduleDailyMails(ctx: Context, trx: Trx): Promise<void> {
  if (!ctx.config.mail) return
  const organization = await organizationOf(ctx, trx)
  const now = ctx.clock.now().toISOString()
  for (const times of await findDailyTimes(trx))
    await setDailyDueAtOfTimes(trx, times, now, waitingDueAt(ctx, times, organization))
}

const isOff = (user: Preferences) => user.email_notifications === 'off'
export const isDaily = (user: Preferences) => user.email_notifications === 'daily'

const later = (instant: string) => toInstant(Date.parse(instant) + notificationLimits.mailDelayMs)

/** The next time that a user's reminder time comes, and a moment later, so that the reminder is in the same mail. */
function dailyDueAt(
  now: Date,
  { time_zone, reminder_time }: Times,
  organization: Organization,
  after = now.toISOString(),
): string {
  const zone = time_zone ?? organization.time_zone
  const time = reminder_time ?? organization.reminder_time
  const today = dayInZone(now, zone)
  const due = timeInZone(today, time, zone)
  return later(due > after ? due : timeInZone(addDays(today, 1), time, zone))
}

/** The same for a mail that waits: if the time has just come, the mail goes out in its moment after it, not a day later. */
function waitingDueAt({ clock }: Context, times: Times, organization: Organization): string {
  const now = clock.now()
  return dailyDueAt(now, times, organization, toInstant(now.getTime() - notificationLimits.mailDelayMs))
}
