import { toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import type { Listener } from '../../events/event.ts'
import { refuse } from '../../http/refusals.ts'
import { assertMayUsePassword } from '../../identity/password-policy.ts'
import { type Client, createGuess } from '../../identity/sign-in-client.ts'
import { countGuess } from '../../identity/sign-in-limit.ts'
import { queueJob, removeQueued } from '../../jobs/job.ts'
import { countQueuedBefore, deleteQueuedBefore } from '../../jobs/jobs.queries.ts'
import { withMessageId } from '../../mail/message-id.ts'
import { forgotPasswordJob } from './forgot-password.job.ts'

export { forgotPasswordJob } from './forgot-password.job.ts'

/** Counts as an attempt and takes the same steps whether or not the e-mail has an account. */
export async function forgotPassword(ctx: Context, email: string, client: Client): Promise<void> {
  if (!ctx.config.mail) throw refuse('mail_not_set_up')
  await assertMayUsePassword(ctx)
  await countGuess(ctx, await createGuess(ctx, email, client))
  await queueJob(ctx, forgotPasswordJob, { email, ...withMessageId() }, { key: email, restart: true })
}

/** Removes queued and failed mails of an erased account, because they contain its e-mail. */
export const signInListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'user.erased' && event.freedEmail !== undefined)
    await removeQueued(trx, forgotPasswordJob, event.freedEmail)
}

/**
 * Removes mails with a password link that were requested so long ago that the link would have expired. If they were
 * sent later, the user would get a new link that they no longer expect.
 */
export const dropOutdatedResets = (ctx: Context, trx: Trx): Promise<void> =>
  deleteQueuedBefore(trx, forgotPasswordJob.kind, expiredBefore(ctx))

export const countOutdatedResets = (ctx: Context): Promise<number> =>
  countQueuedBefore(ctx.db, forgotPasswordJob.kind, expiredBefore(ctx))

const expiredBefore = ({ clock }: Context) => toInstant(clock.now().getTime() - limits.resetMinutes * 60_000)
