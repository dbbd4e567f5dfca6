import type { Delivery, DeliveryPage } from '#shared/contract/deliveries.ts'
import type { DeliveriesQuery } from '#shared/contract/delivery-inputs.ts'
import type { Settings } from '#shared/contract/settings.ts'
import type { Context } from '../../context.ts'
import { paginationOf } from '../../http/pagination-of.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import {
  countFailed,
  countQueued,
  type FailedRow,
  findFailed,
  findRetried,
  restartFailed,
} from '../../jobs/jobs.queries.ts'
import { isOutgoingPaused } from '../../jobs/outgoing-pause.ts'
import { MailError } from '../../mail/mailer.ts'
import { testMail } from '../../mail/test-mail.ts'
import { mailJobs } from '../mail-jobs.ts'
import { countDueMails } from '../notifications/outdated-mails.service.ts'
import { readSettings } from '../settings/settings.service.ts'
import { countOutdatedResets } from '../sign-in/forgot-password.service.ts'
import { resumeMail } from './resume-mail.service.ts'

/** A person waits for the answer. */
const testWithinMs = 20_000

const kinds = () => mailJobs.map(({ kind }) => kind)

/** Mails that were given up, and how many are tried again. */
export async function listDeliveries(ctx: Context, { page, limit }: DeliveriesQuery): Promise<DeliveryPage> {
  const { db } = ctx
  const [total, rows, retried, queued] = await Promise.all([
    countFailed(db, kinds()),
    findFailed(db, kinds(), limit, (page - 1) * limit),
    findRetried(db, kinds()),
    countWaiting(ctx),
  ])
  return {
    data: await present(ctx, rows),
    pagination: paginationOf(total, { page, limit }),
    waiting: { total: Number(retried?.total ?? 0), error: retried?.error ?? null },
    queued,
  }
}

/** What goes out when mail is resumed; while it is not paused, jobs that wait are soon gone. */
async function countWaiting(ctx: Context): Promise<number> {
  const jobs = await countQueued(ctx.db, kinds())
  if (!(await isOutgoingPaused(ctx.db))) return jobs
  const [outdated, due] = await Promise.all([countOutdatedResets(ctx), countDueMails(ctx)])
  return jobs - outdated + due
}

export async function retryDelivery(ctx: Context, actor: SignedIn, id: number): Promise<Delivery> {
  const row = await actAs(ctx, actor, 'settings.manage', trx =>
    restartFailed(trx, kinds(), id, ctx.clock.now().toISOString()),
  )
  if (!row) throw refuse('delivery_not_found')
  const [delivery] = await present(ctx, [row])
  return delivery as Delivery
}

export async function resumeMailAs(ctx: Context, actor: SignedIn): Promise<Settings> {
  await actAs(ctx, actor, 'settings.manage', trx => resumeMail(ctx, trx))
  return readSettings(ctx)
}

/** Returns once the mail server has taken it. */
export async function sendTestMail(ctx: Context, { email }: SignedIn): Promise<void> {
  if (!ctx.config.mail) throw refuse('mail_not_set_up')
  try {
    await ctx.mailer.send(testMail(email), AbortSignal.timeout(testWithinMs))
  } catch (error) {
    if (error instanceof MailError) throw refuse('mail_refused', error.reason)
    throw error
  }
}

/** In their order. What a mail is about is known by its kind of job, which is asked once for all of its own. */
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
