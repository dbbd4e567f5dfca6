import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { emit } from '../../events/event.ts'
import { dayOfTeam } from '../calendar/day-of-team.service.ts'
import { filterNotReminded } from '../notifications/notifications.service.ts'
import {
  effectiveTimeZone,
  findHolidaysWithin,
  type Organization,
  organizationOf,
} from '../settings/settings.service.ts'
import { findReminderTimes, findWantingReminders } from './reminders.queries.ts'

/** Transactions of so many, so that no other write waits long. */
const usersAtOnce = 1000

type Timed = { time_zone: string | null; reminder_time: string | null }

/** Tells users whose reminder time has come that they still owe the report of their day: once for each day. */
export async function remindOwing(ctx: Context): Promise<void> {
  const [organization, times] = await Promise.all([organizationOf(ctx, ctx.db), findReminderTimes(ctx.db)])
  const now = ctx.clock.now()
  const days = times.flatMap(timed => {
    const { day, instant } = reminderOf(timed, organization, now)
    return instant <= now.toISOString() ? day : []
  })
  // It is at most three days at once on Earth.
  for (const date of new Set(days)) {
    const asked = { organization, date, isHoliday: (await findHolidaysWithin(ctx.db, date, date)).length > 0 }
    // Most looks find no user who isn't reminded yet, so they must not take the write lock.
    for (let left = await owing(ctx, asked); left.length > 0; left = await owing(ctx, asked)) {
      await groupCommit(ctx.db, async trx => {
        const owed = (await owing({ ...ctx, db: trx }, asked)).slice(0, usersAtOnce)
        if (owed.length > 0) await emit(ctx, trx, { kind: 'reports.due', owed })
      })
      if (left.length <= usersAtOnce) break
    }
  }
}

type Asked = { organization: Organization; date: string; isHoliday: boolean }

/** Users who are to be reminded of a date now. */
async function owing(ctx: Context, asked: Asked): Promise<{ userId: number; date: string }[]> {
  const { organization, date } = asked
  const team = await dayOfTeam(ctx, { ...asked, filter: {} })
  const due = await filterNotReminded(ctx.db, team.idsOf('due'), date)
  if (due.length === 0) return []
  const users = await findWantingReminders(ctx.db, due)
  const now = ctx.clock.now()
  return users
    .filter(({ created_at, accepted_at, ...timed }) => {
      const { day, instant } = reminderOf(timed, organization, now)
      // An account that is newer than the time has not missed it.
      return day === date && instant <= now.toISOString() && (accepted_at ?? created_at) < instant
    })
    .map(({ id }) => ({ userId: id, date }))
}

/** Today for a user, and the instant at which their reminder comes. */
function reminderOf(user: Timed, organization: Organization, now: Date) {
  const zone = effectiveTimeZone(user, organization)
  const day = dayInZone(now, zone)
  return { day, instant: timeInZone(day, user.reminder_time ?? organization.reminder_time, zone) }
}
