import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { findEmailsById, requireLiveUser } from '../../identity/accounts.ts'
import { providerInWords } from '../../identity/identities.ts'
import { everyone } from '../../identity/visible-people.ts'
import type { Job } from '../../jobs/job.ts'
import { mailConcurrency } from '../../mail/mailer.ts'
import type { WithMessageId } from '../../mail/message-id.ts'

type IdentityMail = { user: number; issuer: string; email: string | null } & WithMessageId

const subjectOf = ({ issuer, email }: IdentityMail) =>
  messages.notifications.texts.identityLinked(providerInWords(issuer), email)

/**
 * Tells a user of a sign-in that was linked with their account. It is no mail of a notification: a thief could turn those off
 * or read the notification first.
 */
export const identityMailJob: Job<IdentityMail> = {
  kind: 'identity.mail',
  isOutgoing: true,
  concurrency: mailConcurrency,
  async run(ctx, payload, signal) {
    const { linkedMailText, linkedMailLink, linkedMailReason } = messages.singleSignOn
    const to = await requireLiveUser(ctx.db, everyone, payload.user)
    const subject = subjectOf(payload)
    await ctx.mailer.send(
      {
        to,
        subject,
        paragraphs: [messages.mail.hello(to.name), linkedMailText(subject)],
        link: { text: linkedMailLink, path: linkedPaths.signOn() },
        reason: linkedMailReason,
        ...(payload.message && { id: `identity-${payload.message}` }),
      },
      signal,
    )
  },
  async mails({ db }, rows) {
    const emails = await findEmailsById(
      db,
      rows.map(({ payload }) => payload.user),
    )
    return rows.map(({ payload }) => ({
      kind: 'identity_linked',
      to: emails.get(payload.user) ?? '',
      subject: subjectOf(payload),
    }))
  },
}
