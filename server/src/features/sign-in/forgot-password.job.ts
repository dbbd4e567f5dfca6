import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import { findLiveUserByEmail } from '../../identity/accounts.queries.ts'
import { issueCode, resetMailKind } from '../../identity/one-time-codes.ts'
import type { Job } from '../../jobs/job.ts'
import type { WithMessageId } from '../../mail/message-id.ts'

/**
 * The account is looked up only here: the request that queues this job takes the same steps for every e-mail, so that
 * neither its response nor its duration reveals which e-mails have an account. Each attempt sends the same mail with the same
 * link, because mail programs show only the first copy.
 */
export const forgotPasswordJob: Job<{ email: string } & WithMessageId> = {
  kind: resetMailKind,
  isOutgoing: true,
  async run(ctx, { email, message }, signal) {
    const user = await findLiveUserByEmail(ctx.db, email)
    if (!user || user.password_hash === null) return
    const { code } = await groupCommit(ctx.db, async trx => {
      await lockRow(trx, 'users', user.id)
      return issueCode(ctx, trx, user.id, 'reset', message)
    })
    await ctx.mailer.send(
      {
        to: user,
        subject: messages.signIn.resetMailSubject,
        paragraphs: [messages.mail.hello(user.name), messages.signIn.resetMailText],
        link: { text: messages.signIn.resetMailLink, path: `${linkedPaths.reset()}?code=${code}` },
        reason: messages.signIn.resetMailReason,
        ...(message && { id: `reset-${message}` }),
      },
      signal,
    )
  },
  mails: async (_ctx, rows) =>
    rows.map(({ payload: { email } }) => ({
      kind: 'reset',
      to: email,
      subject: messages.signIn.resetMailSubject,
    })),
}
