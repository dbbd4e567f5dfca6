import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { findEmailsById } from '../../identity/accounts.ts'
import { everyone, peopleInSightOf } from '../../identity/visible-people.ts'
import { type Job, queueJobs, removeQueuedByPrefix, removeSubjects, saveSubject } from '../../jobs/job.ts'
import { mailConcurrency } from '../../mail/mailer.ts'
import { withMessageId } from '../../mail/message-id.ts'
import { findMutedKinds } from './mail-due.queries.ts'
import {
  addDueToMail,
  clearDueOfRead,
  type Due,
  findDue,
  findLastId,
  lockDue,
  type Marked,
  markMailed,
} from './notification-mail.queries.ts'
import { composeNotificationMail, type MailPayload } from './notification-mail.service.ts'

const texts = messages.notifications.mail

/** Jobs per transaction. With more, other requests would wait for the event loop. */
const jobBatchSize = 200

/**
 * One mail to one user, about the notifications that are unread when it is sent. It describes the first ones and counts the
 * others, so that neither its size nor its memory grows with their number. Mails to one user are sent one after the other.
 */
export const notificationMailJob: Job<MailPayload> = {
  kind: 'notification.mail',
  isOutgoing: true,
  concurrency: mailConcurrency,
  async run(ctx, payload, signal) {
    const { user, mail: id } = payload
    // The rows store which mail they belong to, so a retry sends the same notifications.
    while (await groupCommit(ctx.db, trx => addDueToMail(trx, payload)));
    const [muted, people] = await Promise.all([findMutedKinds(ctx.db, user), peopleInSightOf(ctx.db, user)])
    // Marked before sending, so that a request that is reviewed and undone meanwhile is not mailed a second time.
    const mailed_at = ctx.clock.now().toISOString()
    const total = await markAll(ctx, { mail: id, people, without: muted, mailed_at })
    if (total === 0) return
    const unmarked = { mail: id, people: everyone, without: [], mailed_at: null }
    let subject: string | undefined
    try {
      const mail = await composeNotificationMail(ctx, payload, { total, muted, people })
      if (!mail) return void (await markAll(ctx, unmarked))
      subject = mail.subject
      await ctx.mailer.send(mail, signal)
    } catch (error) {
      await markAll(ctx, unmarked)
      if (subject !== undefined) await saveSubject(ctx.db, notificationMailJob, jobKey(user, id), subject)
      throw error
    }
  },
  async mails(ctx, rows) {
    const emails = await findEmailsById(
      ctx.db,
      rows.map(({ payload }) => payload.user),
    )
    return rows.map(({ payload: { user, kind }, subject }) => ({
      kind,
      to: emails.get(user) ?? '',
      subject: subject ?? texts.without(kind),
    }))
  },
}

/** Marks all notifications of a mail in batches, and returns how many were marked. */
async function markAll({ db }: Context, marked: Omit<Marked, 'after'>): Promise<number> {
  let total = 0
  for (let after = 0; ; ) {
    const ids = await groupCommit(db, trx => markMailed(trx, { ...marked, after }))
    if (ids.length === 0) return total
    total += ids.length
    after = ids.reduce((last, id) => Math.max(last, id))
  }
}

const jobKey = (userId: number, mail: number | '') => `${userId}:${mail}`

/** Removes waiting and failed mails. The errors of failed ones can contain the user's e-mail. */
export const removeMailsTo = (trx: Trx, userId: number) =>
  removeQueuedByPrefix(trx, notificationMailJob, jobKey(userId, ''))

/** Clears the subjects of failed mails, because they contain names of users. */
export const removeMailSubjects = (trx: Trx) => removeSubjects(trx, notificationMailJob)

/** Queues a mail for each user and kind that has due notifications, or one for all kinds if the user gets a daily mail. */
export const queueMailsJob: Job = {
  kind: 'notification.mails',
  isOutgoing: true,
  every: ({ mail }) => (mail ? limits.mailCheckMs : undefined),
  async run(ctx) {
    const now = ctx.clock.now()
    const groups = await groupDue(ctx, now.toISOString())
    if (groups.length === 0) return
    // Notifications that are due soon are included. Those created later are not, so that a retry sends the same mail.
    const until = toInstant(now.getTime() + limits.mailDelayMs)
    const last = await findLastId(ctx.db)
    const jobs = groups.map(({ user, kind, mail }) => ({
      payload: { user, kind, mail, last, until, ...withMessageId() },
      // Its notifications stay due until the job runs. The key keeps the mail from being queued twice.
      key: jobKey(user, mail),
      lane: String(user),
    }))
    for (let from = 0; from < jobs.length; from += jobBatchSize)
      await groupCommit(ctx.db, async trx => {
        const batch = jobs.slice(from, from + jobBatchSize)
        const due = await lockDue(
          trx,
          batch.map(({ payload }) => payload.mail),
        )
        // Notifications that were mailed since they were read are skipped: a second job would send their mail again.
        const left = batch.filter(({ payload }) => due.has(payload.mail))
        if (left.length > 0) await queueJobs({ db: trx, clock: ctx.clock }, notificationMailJob, left)
      })
  },
}

type Group = Pick<MailPayload, 'user' | 'kind' | 'mail'>

/** The due notifications as one entry for each mail, in the order in which they became due. */
async function groupDue({ db }: Context, now: string): Promise<Group[]> {
  const groups = new Map<string, Group>()
  for (let page = await findDue(db, now); page.length > 0; ) {
    const read = page.filter(({ read_at }) => read_at !== null)
    if (read.length > 0)
      await groupCommit(db, trx =>
        clearDueOfRead(
          trx,
          read.map(({ id }) => id),
        ),
      )
    for (const { id, user_id: user, kind, read_at, is_daily } of page) {
      if (read_at !== null) continue
      const name = `${user} ${is_daily ? 'daily' : kind}`
      const group = groups.get(name)
      // A daily mail with only a reminder has the kind of the reminder, so that its unsubscribe link turns off reminders.
      const isDaily = is_daily && (kind !== 'reminder' || group?.kind === 'daily')
      groups.set(name, {
        user,
        kind: isDaily ? 'daily' : kind,
        mail: Math.min(id, group?.mail ?? id),
      })
    }
    const last = page.at(-1) as Due
    await yieldToEventLoop()
    page = await findDue(db, now, last)
  }
  return [...groups.values()]
}
