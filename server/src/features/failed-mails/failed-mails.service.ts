import type { DeliveriesQuery, Delivery, DeliveryPage } from '#shared/contract/failed-mails.ts'
import type { Settings } from '#shared/contract/settings.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { type ActedBy, emit } from '../../events/event.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import type { Job } from '../../jobs/job.ts'
import {
  countFailed,
  countQueued,
  type FailedRow,
  findFailed,
  findRetried,
  restartFailed,
} from '../../jobs/jobs.queries.ts'
import { endOutgoingPause, isOutgoingPaused } from '../../jobs/outgoing-pause.ts'
import { MailError } from '../../mail/mailer.ts'
import { testMail } from '../../mail/test-mail.ts'
import { activityCodeJob } from '../activity/activity-claims.service.ts'
import { invitationMailJob } from '../invitations/invitations.service.ts'
import {
  countDueMails,
  dropOutdatedMails,
  notificationMailJob,
} from '../notifications/outdated-mails.service.ts'
import { readSettings } from '../settings/settings.service.ts'
import {
  countOutdatedResets,
  dropOutdatedResets,
  forgotPasswordJob,
} from '../sign-in/forgot-password.service.ts'
import { identityMailJob } from '../single-sign-on/single-sign-on.service.ts'

/** Every kind of job that sends mails, for the list of failed mails in Settings. */
// biome-ignore lint/suspicious/noExplicitAny: each kind has its own payload
export const mailJobs: readonly Job<any>[] = [
  invitationMailJob,
  forgotPasswordJob,
  notificationMailJob,
  identityMailJob,
  activityCodeJob,
]

const mailKinds = mailJobs.map(({ kind }) => kind)

/**
 * Ends the pause of outgoing mails, which all instances notice within a second. Mails about an earlier day and password links
 * that would have expired are dropped.
 */
export async function resumeMail(ctx: Context, trx: Trx, by: ActedBy): Promise<void> {
  if (!(await endOutgoingPause(trx, ctx.clock))) throw refuse('mail_not_paused')
  await emit(ctx, trx, by, { kind: 'settings.changed', fields: ['mail_paused'] })
  await dropOutdatedMails(ctx, trx)
  await dropOutdatedResets(ctx, trx)
}

/** The admin who sends a test mail waits for the reply. */
const testTimeoutMs = 20_000

/** Mails that failed for good, and how many are being retried. */
export async function listDeliveries(ctx: Context, { page, limit }: DeliveriesQuery): Promise<DeliveryPage> {
  const { db } = ctx
  const [total, rows, retried, queued] = await Promise.all([
    countFailed(db, mailKinds),
    findFailed(db, mailKinds, limit, (page - 1) * limit),
    findRetried(db, mailKinds),
    countWaiting(ctx),
  ])
  return {
    data: await present(ctx, rows),
    pagination: paginationOf(total, { page, limit }),
    waiting: { total: Number(retried?.total ?? 0), error: retried?.error ?? null },
    queued,
  }
}

/** How many mails go out when the pause ends. Without a pause, these are the queued jobs. */
async function countWaiting(ctx: Context): Promise<number> {
  const jobs = await countQueued(ctx.db, mailKinds)
  if (!(await isOutgoingPaused(ctx.db))) return jobs
  const [outdated, due] = await Promise.all([countOutdatedResets(ctx), countDueMails(ctx)])
  return jobs - outdated + due
}

export async function retryDelivery(ctx: Context, actor: SignedIn, id: number): Promise<Delivery> {
  const row = await actAs(ctx, actor, 'settings.manage', trx =>
    restartFailed(trx, mailKinds, id, ctx.clock.now().toISOString()),
  )
  if (!row) throw refuse('delivery_not_found')
  const [delivery] = await present(ctx, [row])
  return delivery as Delivery
}

export async function resumeMailAs(ctx: Context, actor: SignedIn): Promise<Settings> {
  await actAs(ctx, actor, 'settings.manage', (trx, acting) => resumeMail(ctx, trx, acting))
  return readSettings(ctx)
}

/** Resolves when the mail server has accepted the mail. */
export async function sendTestMail(ctx: Context, { email }: SignedIn): Promise<void> {
  if (!ctx.config.mail) throw refuse('mail_not_set_up')
  try {
    await ctx.mailer.send(testMail(email), AbortSignal.timeout(testTimeoutMs))
  } catch (error) {
    if (error instanceof MailError) throw refuse('mail_refused', error.reason)
    throw error
  }
}

/** In the order of the rows. Each kind of job describes all its mails in one call. */
async function present(ctx: Context, rows: readonly FailedRow[]): Promise<Delivery[]> {
  const deliveries = new Map<number, Delivery>()
  for (const job of mailJobs) {
    const own = rows.filter(({ kind }) => kind === job.kind)
    const mails =
      own.length === 0
        ? []
        : await job.mails?.(
            ctx,
            own.map(({ payload, subject }) => ({ payload: JSON.parse(payload), subject })),
          )
    own.forEach(({ id, attempts, last_error, failed_at }, index) => {
      const mail = mails?.[index]
      if (mail) deliveries.set(id, { id, ...mail, error: last_error ?? '', attempts, failed_at })
    })
  }
  return rows.flatMap(({ id }) => deliveries.get(id) ?? [])
}
