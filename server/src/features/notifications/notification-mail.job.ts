import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Trx } from '../../db/schema.ts'
import { emailsOf } from '../../identity/accounts.ts'
import { forgetSubjects, type Job, queueJobs, rememberSubject, removeQueuedByPrefix } from '../../jobs/job.ts'
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
  markMailed,
} from './notification-mail.queries.ts'
import { composeNotificationMail, type MailPayload } from './notification-mail.service.ts'

const texts = messages.notifications.mail

/** Few enough that other requests never wait long for the event loop. */
const jobBatchSize = 200

/**
 * One mail to one user. What was read before it goes out is left out. It may be about any number of notifications: it names
 * the first ones and counts the others, so that neither its size nor the memory it takes grows with them. Mails to one user
 * go out one after the other.
 */
export const notificationMailJob: Job<MailPayload> = {
  kind: 'notification.mail',
  isOutgoing: true,
  concurrency: mailConcurrency,
  async run(ctx, payload, signal) {
    const { user, mail: id } = payload
    // The same ones when it is tried again, because they stand in their rows.
    while (await groupCommit(ctx.db, trx => addDueToMail(trx, payload)));
    const muted = await findMutedKinds(ctx.db, user)
    // Before it goes out: a request that is reviewed and undone in this moment is not mailed anew.
    const total = await markAll(ctx, id, muted, ctx.clock.now().toISOString())
    if (total === 0) return
    let subject: string | undefined
    try {
      const mail = await composeNotificationMail(ctx, payload, { total, muted })
      if (!mail) return void (await markAll(ctx, id, [], null))
      subject = mail.subject
      await ctx.mailer.send(mail, signal)
    } catch (error) {
      await markAll(ctx, id, [], null)
      if (subject !== undefined) await rememberSubject(ctx.db, notificationMailJob, jobKey(user, id), subject)
      throw error
    }
  },
  async mails(ctx, rows) {
    const emails = await emailsOf(
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

/** How many were marked. */
async function markAll(
  { db }: Context,
  mail: number,
  without: Parameters<typeof markMailed>[1]['without'],
  mailed_at: string | null,
): Promise<number> {
  let total = 0
  for (let after = 0; ; ) {
    const ids = await groupCommit(db, trx => markMailed(trx, { mail, after, without, mailed_at }))
    if (ids.length === 0) return total
    total += ids.length
    after = ids.reduce((last, id) => Math.max(last, id))
  }
}

const jobKey = (userId: number, mail: number | '') => `${userId}:${mail}`

/** Those that wait and those that were given up, which hold what the mail server said about the e-mail. */
export const removeMailsTo = (trx: Trx, userId: number) =>
  removeQueuedByPrefix(trx, notificationMailJob, jobKey(userId, ''))

/** Subjects of mails that failed, because they name users. */
export const forgetMailSubjects = (trx: Trx) => forgetSubjects(trx, notificationMailJob)

/** Makes mails for notifications that are due: one for a user and kind, or for a user with one mail a day. */
export const queueMailsJob: Job = {
  kind: 'notification.mails',
  isOutgoing: true,
  every: ({ mail }) => (mail ? limits.mailCheckMs : undefined),
  async run(ctx) {
    const now = ctx.clock.now()
    const groups = await groupDue(ctx, now.toISOString())
    if (groups.length === 0) return
    // What follows soon goes out with it; what is made from now on does not, so that a mail that is tried again stays the same.
    const until = toInstant(now.getTime() + limits.mailDelayMs)
    const last = await findLastId(ctx.db)
    const jobs = groups.map(({ user, kind, mail }) => ({
      payload: { user, kind, mail, last, until, ...withMessageId() },
      // A mail that waits keeps its notifications due until it runs, and is not queued again.
      key: jobKey(user, mail),
      lane: String(user),
    }))
    for (let from = 0; from < jobs.length; from += jobBatchSize)
      await groupCommit(ctx.db, async trx => {
        const some = jobs.slice(from, from + jobBatchSize)
        const due = await lockDue(
          trx,
          some.map(({ payload }) => payload.mail),
        )
        // Others went out with a mail since they were read: a second job would send that mail again.
        const left = some.filter(({ payload }) => due.has(payload.mail))
        if (left.length > 0) await queueJobs({ db: trx, clock: ctx.clock }, notificationMailJob, left)
      })
  },
}

type Group = Pick<MailPayload, 'user' | 'kind' | 'mail'>

/** What is due, one entry for a mail, in the order in which they became due. */
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
      // A reminder alone is turned off as a reminder, also for users with one mail a day.
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
