import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { findEmailsById, requireLiveUser } from '../../identity/accounts.ts'
import { findCurrentCode } from '../../identity/one-time-codes.ts'
import { everyone } from '../../identity/visible-people.ts'
import type { Job } from '../../jobs/job.ts'
import { mailConcurrency } from '../../mail/mailer.ts'
import type { WithMessageId } from '../../mail/message-id.ts'

export const welcomePath = (code: string) => `${linkedPaths.welcome()}?code=${code}`

/** Sends the link that is valid when the job runs. An invitation that was accepted or withdrawn since needs no mail. */
export const invitationMailJob: Job<{ user: number } & WithMessageId> = {
  kind: 'invitation.mail',
  isOutgoing: true,
  concurrency: mailConcurrency,
  async run(ctx, { user: id, message }, signal) {
    const current = await findCurrentCode(ctx, id, 'invitation')
    if (!current) return
    const to = await requireLiveUser(ctx.db, everyone, id)
    await ctx.mailer.send(
      {
        to,
        subject: messages.invitations.mailSubject,
        paragraphs: [messages.mail.hello(to.name), messages.invitations.mailText],
        link: { text: messages.invitations.mailLink, path: welcomePath(current.code) },
        reason: messages.invitations.mailReason,
        ...(message && { id: `invitation-${message}` }),
      },
      signal,
    )
  },
  async mails({ db }, rows) {
    const emails = await findEmailsById(
      db,
      rows.map(({ payload }) => payload.user),
    )
    return rows.map(({ payload: { user } }) => ({
      kind: 'invitation',
      to: emails.get(user) ?? '',
      subject: messages.invitations.mailSubject,
    }))
  },
}
