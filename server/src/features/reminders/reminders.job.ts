import { limits } from '#shared/limits.ts'
import { dayInZone, timeInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { byJob, emit } from '../../events/event.ts'
import { everyone } from '../../identity/visible-people.ts'
import type { Job } from '../../jobs/job.ts'
import { loadTeamDay } from '../calendar/load-team-day.service.ts'
import { filterNotReminded } from '../notifications/notifications.service.ts'
import {
  effectiveTimeZone,
  findHolidaysWithin,
  getOrganization,
  type Organization,
} from '../settings/settings.service.ts'
import { findReminderTimes, findWantingReminders } from './reminders.queries.ts'

export const remindersJob: Job = {
  kind: 'reminders',
  every: () => limits.reminderCheckMs,
  run: ctx => sendReminders(ctx),
}

/** Bounds a transaction, so that other writes don't wait long for it. */
const usersPerTransaction = 1000

type ReminderTimes = { time_zone: string | null; reminder_time: string | null }

/** Reminds users who haven't reported by their reminder time. Each user is reminded once for each day. */
export async function sendReminders(ctx: Context): Promise<void> {
  const [organization, times] = await Promise.all([getOrganization(ctx, ctx.db), findReminderTimes(ctx.db)])
  const now = ctx.clock.now()
  const days = times.flatMap(user => {
    const { day, instant } = getReminder(user, organization, now)
    return instant <= now.toISOString() ? day : []
  })
  // Across all time zones there are at most three dates at a time.
  for (const date of new Set(days)) {
    const teamDate = {
      organization,
      date,
      isHoliday: (await findHolidaysWithin(ctx.db, date, date)).length > 0,
    }
    // Most checks find no user to remind, so the first read runs outside the transaction and takes no write lock.
    for (
      let left = await findUsersToRemind(ctx, teamDate);
      left.length > 0;
      left = await findUsersToRemind(ctx, teamDate)
    ) {
      await groupCommit(ctx.db, async trx => {
        const owed = (await findUsersToRemind({ ...ctx, db: trx }, teamDate)).slice(0, usersPerTransaction)
        if (owed.length > 0) await emit(ctx, trx, byJob, { kind: 'reports.due', owed })
      })
      if (left.length <= usersPerTransaction) break
    }
  }
}

type TeamDate = { organization: Organization; date: string; isHoliday: boolean }

/** Finds the users who must be reminded of a date now. */
async function findUsersToRemind(
  ctx: Context,
  teamDate: TeamDate,
): Promise<{ userId: number; date: string }[]> {
  const { organization, date } = teamDate
  const team = await loadTeamDay(ctx, { ...teamDate, filter: { people: everyone } })
  const due = await filterNotReminded(ctx.db, team.userIdsInState('due'), date)
  if (due.length === 0) return []
  const users = await findWantingReminders(ctx.db, due)
  const now = ctx.clock.now()
  return users
    .filter(({ created_at, accepted_at, ...user }) => {
      const { day, instant } = getReminder(user, organization, now)
      // A user whose account is newer than the reminder time hasn't missed it.
      return day === date && instant <= now.toISOString() && (accepted_at ?? created_at) < instant
    })
    .map(({ id }) => ({ userId: id, date }))
}

/** Returns today's date in the user's zone, and the instant of their reminder on it. */
function getReminder(user: ReminderTimes, organization: Organization, now: Date) {
  const zone = effectiveTimeZone(user, organization)
  const day = dayInZone(now, zone)
  return { day, instant: timeInZone(day, user.reminder_time ?? organization.reminder_time, zone) }
}
