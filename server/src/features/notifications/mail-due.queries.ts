import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { MutableKind } from '#shared/contract/notifications.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { batchSize } from './notification-mail.queries.ts'

const selectMuted = (db: Db) => db.selectFrom('muted_mails').select(['user_id', 'kind'])
const findMutedOfOne = compileOnce((db, userId: number) => selectMuted(db).where('user_id', '=', userId))

/** The kinds of mails that these users have turned off. */
export function findMutedOfUsers(db: Db, userIds: readonly number[]) {
  const [userId, ...others] = userIds
  // Most events concern one user, so this query is compiled only once.
  if (userId !== undefined && others.length === 0) return findMutedOfOne(db, userId)
  return selectMuted(db)
    .where(isOneOf(db, 'user_id', userIds))
    .execute()
}

/** The distinct time zones and reminder times of users with a daily mail who use at least one of the organization's (null). */
export function findDailyTimes(trx: Trx) {
  return trx
    .selectFrom('users')
    .select(['time_zone', 'reminder_time'])
    .distinct()
    .where('email_notifications', '=', 'daily')
    .where(({ eb, or }) => or([eb('time_zone', 'is', null), eb('reminder_time', 'is', null)]))
    .execute()
}
/** The times of the user with this id, or, without an id, of all users with a daily mail who have this zone and time. */
export type DailyTimes = Awaited<ReturnType<typeof findDailyTimes>>[number] & { id?: number }

/** Reschedules daily mails. Mails that are due already and reminders are not changed. */
export async function setDailyDueAt(
  trx: Trx,
  { id, time_zone, reminder_time }: DailyTimes,
  now: string,
  mail_due_at: string,
): Promise<void> {
  const scheduled = trx
    .selectFrom('notifications')
    .select('id')
    .where('kind', '!=', 'reminder')
    .where('mail_due_at', '>', now)
    .where('mail_due_at', '!=', mail_due_at)
    .where(({ eb, selectFrom }) => {
      if (id !== undefined) return eb('user_id', '=', id)
      const users = selectFrom('users')
        .select('id')
        .where('email_notifications', '=', 'daily')
        .where('time_zone', time_zone === null ? 'is' : '=', time_zone)
        .where('reminder_time', reminder_time === null ? 'is' : '=', reminder_time)
      return eb('user_id', 'in', users)
    })
  await setDueAt(trx, await scheduled.execute(), mail_due_at)
}

const selectScheduled = (trx: Trx, userId: number) =>
  trx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('mail_due_at', 'is not', null)

/** Makes later mails due at this time. Mails that are due before it are not changed. */
export async function setMailDueBy(trx: Trx, userId: number, mail_due_at: string): Promise<void> {
  const later = selectScheduled(trx, userId).where('mail_due_at', '>', mail_due_at)
  await setDueAt(trx, await later.execute(), mail_due_at)
}

export async function removeMailDueAt(trx: Trx, userId: number): Promise<void> {
  await setDueAt(trx, await selectScheduled(trx, userId).execute(), null)
}

/** Other requests run between the batches: one comment after the other can leave a user with tens of thousands of them. */
async function setDueAt(
  trx: Trx,
  notifications: readonly { id: number }[],
  mail_due_at: string | null,
): Promise<void> {
  for (let from = 0; from < notifications.length; from += batchSize) {
    if (from > 0) await yieldToEventLoop()
    const ids = notifications.slice(from, from + batchSize).map(({ id }) => id)
    await trx
      .updateTable('notifications')
      .set({ mail_due_at })
      .where(isOneOf(trx, 'id', ids))
      // A mail may have taken it meanwhile.
      .where('mail_due_at', 'is not', null)
      .execute()
  }
}

export async function findMutedKinds(db: Db, userId: number): Promise<MutableKind[]> {
  const rows = await db
    .selectFrom('muted_mails')
    .select('kind')
    .where('user_id', '=', userId)
    .orderBy('kind')
    .execute()
  return rows.map(row => row.kind)
}

/** Turns off mails of these kinds, and turns on those of all others. */
export async function replaceMutedKinds(
  trx: Trx,
  userId: number,
  kinds: readonly MutableKind[],
): Promise<void> {
  await trx.deleteFrom('muted_mails').where('user_id', '=', userId).execute()
  const rows = [...new Set(kinds)].map(kind => ({ user_id: userId, kind }))
  if (rows.length > 0) await trx.insertInto('muted_mails').values(rows).execute()
}

export async function insertMuted(trx: Trx, userId: number, kind: MutableKind): Promise<void> {
  await trx
    .insertInto('muted_mails')
    .values({ user_id: userId, kind })
    .onConflict(conflict => conflict.columns(['user_id', 'kind']).doNothing())
    .execute()
}
