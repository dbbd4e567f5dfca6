import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { canSignIn } from '../../identity/accounts.queries.ts'

/** Finds the distinct zones and times at which users want reminders. Null means that the organization's value applies. */
export function findReminderTimes(db: Db) {
  return db
    .selectFrom('users')
    .select(['time_zone', 'reminder_time'])
    .distinct()
    .where(canSignIn)
    .where('reminders_off_at', 'is', null)
    .execute()
}

/** Finds those of these users who want reminders. */
export function findWantingReminders(db: Db, userIds: readonly number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'time_zone', 'reminder_time', 'created_at', 'accepted_at'])
    .where(isOneOf(db, 'id', userIds))
    .where('reminders_off_at', 'is', null)
    .execute()
}
