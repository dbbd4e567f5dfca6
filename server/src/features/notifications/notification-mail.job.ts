import { toInstant } from '#shared/dates.ts'
import { notificationLimits } from '#shared/limits.ts'
import { notificationMail as say } from '#shared/messages/notification-mail.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { type Job, queueJobs, removeQueuedFrom } from '../../jobs/job.ts'
import { emailsOf } from '../users/users.service.ts'
import { hasDue, markMailed, takeDue } from './notification-mail.queries.ts'
import { composeNotificationMail, type MailPayload, subjectFor } from './notification-mail.service.ts'

/** Few enough for the parameters of one statement. */
const jobsAtOnce = 1000

/**
 * One mail to one user. What was read before it goes out is left out. A process sends one after the other: if it is killed,
 * at most one of them goes out a second time.
 */
export const notificationMailJob: Job<MailPayload> = {
  kind: 'notification.mail',
  isOutgoing: true,
  async run(ctx, payload, signal) {
    const mail = await composeNotificationMail(ctx, payload)
    if (!mail) return
    // Before it goes out: a request that is reviewed and undone in this moment is not mailed anew.
    await markMailed(ctx.db, payload.ids, ctx.clock.now().toISOString())
    try {
      await ctx.mailer.send(mail, signal)
    } catch (error) {
      await markMailed(ctx.db, payload.ids, null)
      throw error
    }
  },
  async mails(ctx, payloads) {
    const emails = await emailsOf(
      ctx.db,
      payloads.map(({ user }) => user),
    )
    return Promise.all(
      payloads.map(async payload => ({
        kind: payload.kind,
        to: emails.get(payload.user) ?? '',
        subject: (await subjectFor(ctx, payload)) ?? say.without(payload.kind),
      })),
    )
  },
}

const keyOf = (userId: number, firstId: number | '') => `${userId}:${firstId}`

/** Those that wait and those that were given up, which hold what the mail server said about the e-mail. */
export const removeMailsTo = (trx: Trx, userId: number) =>
  removeQueuedFrom(trx, notificationMailJob, keyOf(userId, ''))

/** Turns notifications whose mail is due into mails: one for a user and kind, or for a user with one mail a day. */
export const queueMailsJob: Job = {
  kind: 'notification.mails',
  isOutgoing: true,
  every: ({ mail }) => (mail ? notificationLimits.mailsEveryMs : undefined),
  async run(ctx) {
    const now = ctx.clock.now()
    const soon = toInstant(now.getTime() + notificationLimits.mailDelayMs)
    // Most looks find nothing, so they must not take the write lock.
    if (!(await hasDue(ctx.db, now.toISOString()))) return
    await groupCommit(ctx.db, async trx => {
      const due = await takeDue(trx, now.toISOString(), soon)
      const groups = Map.groupBy(
        due,
        ({ user_id, kind, is_daily }) => `${user_id} ${is_daily ? 'daily' : kind}`,
      )
      const jobs = [...groups.values()].map(rows => {
        const [{ user_id, kind, is_daily }] = rows as [(typeof rows)[number]]
        const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
        // A reminder alone is turned off as a reminder, also for users with one mail a day.
        const isAlone = rows.every(row => row.kind === 'reminder')
        const payload: MailPayload = { user: user_id, kind: is_daily && !isAlone ? 'daily' : kind, ids }
        return { payload, key: keyOf(user_id, ids[0] ?? '') }
      })
      for (let from = 0; from < jobs.length; from += jobsAtOnce)
        await queueJobs(
          { db: trx, clock: ctx.clock },
          notificationMailJob,
          jobs.slice(from, from + jobsAtOnce),
        )
    })
  },
}
