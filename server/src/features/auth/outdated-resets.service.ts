import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { countQueuedBefore, deleteQueuedBefore } from '../../jobs/jobs.queries.ts'
import { forgotPasswordJob } from './forgot-password.job.ts'

/**
 * Mails with a password link that were asked for so long ago that the link would have ended by now. Sent later they would bring
 * a new link that is no longer expected.
 */
export const dropOutdatedResets = (ctx: Context, trx: Trx): Promise<void> =>
  deleteQueuedBefore(trx, forgotPasswordJob.kind, endedBefore(ctx))

export const countOutdatedResets = (ctx: Context): Promise<number> =>
  countQueuedBefore(ctx.db, forgotPasswordJob.kind, endedBefore(ctx))

const endedBefore = ({ clock }: Context) => toInstant(clock.now().getTime() - limits.resetMinutes * 60_000)
