import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { canSignIn } from '../users/users.service.ts'

/** The zones and reminder times of users who want reminders, each once. Null: the organization's. */
export function findReminderTimes(db: Db) {
  return db
    .selectFrom('users')
    .select(['time_zone', 'reminder_time'])
    .distinct()
    .where(canSignIn)
    .where('reminders_off_at', 'is', null)
    .execute()
}

/** Of these users, those who want reminders and have none of this date yet. */
export function findUnreminded(db: Db, userIds: readonly number[], key: string) {
  return db
    .selectFrom('users')
    .leftJoin('notifications', join =>
      join.onRef('notifications.user_id', '=', 'users.id').on('notifications.key', '=', key),
    )
    .select(['users.id', 'users.time_zone', 'users.reminder_time', 'users.created_at', 'users.accepted_at'])
    .where(isOneOf(db, 'users.id', userIds))
    .where('users.reminders_off_at', 'is', null)
    .where('notifications.id', 'is', null)
    .execute()
}
