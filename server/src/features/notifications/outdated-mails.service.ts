import type { NotificationKind } from '#shared/contract/notification-kinds.ts'
import { dayInZone, instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { changePayload, findQueued, removeQueuedById } from '../../jobs/jobs.queries.ts'
import { organizationOf } from '../settings/settings.service.ts'
import { notificationMailJob } from './notification-mail.job.ts'
import type { MailPayload } from './notification-mail.service.ts'

/** They are about the day on which they are made: a day later a mail with them only disturbs. */
const ofTheirDay: readonly NotificationKind[] = ['reminder', 'nudge', 'summary']

/** Leaves out of the mails that wait what was about an earlier day. */
export async function dropOutdatedMails(ctx: Context, trx: Trx): Promise<void> {
  const today = await startOfToday(ctx, trx)
  await trx
    .updateTable('notifications')
    .set({ mail_due_at: null })
    .where('mail_due_at', 'is not', null)
    .where('kind', 'in', ofTheirDay)
    .where('created_at', '<', today)
    .execute()
  const jobs = (await findQueued(trx, notificationMailJob.kind)).map(({ id, payload }) => ({
    id,
    payload: JSON.parse(payload) as MailPayload,
  }))
  const outdated = await trx
    .selectFrom('notifications')
    .select('id')
    .where(
      isOneOf(
        trx,
        'id',
        jobs.flatMap(({ payload }) => payload.ids),
      ),
    )
    .where('kind', 'in', ofTheirDay)
    .where('created_at', '<', today)
    .execute()
  const isOutdated = new Set(outdated.map(({ id }) => id))
  for (const { id, payload } of jobs) {
    const ids = payload.ids.filter(each => !isOutdated.has(each))
    if (ids.length === 0) await removeQueuedById(trx, id)
    else if (ids.length < payload.ids.length)
      await changePayload(trx, id, JSON.stringify({ ...payload, ids }))
  }
}

/** How many mails the notifications make whose mail is due, without those that are dropped. */
export async function countDueMails(ctx: Context): Promise<number> {
  const { db } = ctx
  const today = await startOfToday(ctx, db)
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['user_id', 'kind', 'email_notifications'])
    .distinct()
    .where('mail_due_at', '<=', ctx.clock.now().toISOString())
    .where(({ eb, or }) =>
      or([eb('kind', 'not in', ofTheirDay), eb('notifications.created_at', '>=', today)]),
    )
    .execute()
  return new Set(
    rows.map(({ user_id, kind, email_notifications }) =>
      email_notifications === 'daily' ? `${user_id}` : `${user_id} ${kind}`,
    ),
  ).size
}

async function startOfToday(ctx: Context, db: Db): Promise<string> {
  const { time_zone } = await organizationOf(ctx, db)
  return instantInZone(dayInZone(ctx.clock.now(), time_zone), 0, time_zone)
}
