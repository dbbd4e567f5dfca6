import { sql } from 'kysely'
import type { NotificationKind } from '#shared/contract/notifications.ts'
import { dayInZone, instantInZone } from '#shared/zones.ts'
import type { Context } from '../../context.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { findQueued } from '../../jobs/jobs.queries.ts'
import { getOrganization } from '../settings/settings.service.ts'
import { notificationMailJob } from './notification-mail.job.ts'
import type { MailPayload } from './notification-mail.service.ts'

export { notificationMailJob } from './notification-mail.job.ts'

/** Notifications about the day on which they were created: a mail about an earlier day is useless. */
const dayBoundKinds: readonly NotificationKind[] = ['reminder', 'nudge', 'summary']

/** Removes notifications about an earlier day from the waiting mails. A mail that has none left is not sent. */
export async function dropOutdatedMails(ctx: Context, trx: Trx): Promise<void> {
  const today = await startOfToday(ctx, trx)
  const mails = (await findQueuedMails(trx)).map(({ mail }) => mail)
  for (const isWaiting of [sql<boolean>`mail_due_at is not null`, isOneOf(trx, 'mail_id', mails)])
    await trx
      .updateTable('notifications')
      .set({ mail_due_at: null, mail_id: null })
      .where(isWaiting)
      .where('kind', 'in', dayBoundKinds)
      .where('created_at', '<', today)
      .execute()
}

/** How many mails are due and not queued yet, without the outdated ones. */
export async function countDueMails(ctx: Context): Promise<number> {
  const { db } = ctx
  const today = await startOfToday(ctx, db)
  const queued = new Set((await findQueuedMails(db)).map(({ user, kind }) => `${user} ${kind}`))
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select(['user_id', 'kind', 'email_notifications'])
    .distinct()
    .where('mail_due_at', '<=', ctx.clock.now().toISOString())
    .where(({ eb, or }) =>
      or([eb('kind', 'not in', dayBoundKinds), eb('notifications.created_at', '>=', today)]),
    )
    .execute()
  const due = new Set(
    rows.map(({ user_id, kind, email_notifications }) =>
      email_notifications === 'daily' ? `${user_id} daily` : `${user_id} ${kind}`,
    ),
  )
  return [...due].filter(mail => !queued.has(mail)).length
}

async function findQueuedMails(db: Db): Promise<MailPayload[]> {
  const jobs = await findQueued(db, notificationMailJob.kind)
  return jobs.map(({ payload }) => JSON.parse(payload))
}

async function startOfToday(ctx: Context, db: Db): Promise<string> {
  const { time_zone } = await getOrganization(ctx, db)
  return instantInZone(dayInZone(ctx.clock.now(), time_zone), 0, time_zone)
}
