import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { requireLiveUser } from '../../identity/accounts.ts'
import { everyone } from '../../identity/visible-people.ts'
import type { Job } from '../../jobs/job.ts'
import { onOneLine } from '../../lib/cut-text.ts'
import type { WithMessageId } from '../../mail/message-id.ts'
import { findClaim } from './activity-claims.queries.ts'
import { currentCode } from './activity-code.ts'

const texts = messages.activity

/** Mails the code that shows that an e-mail belongs to the user who listed it. */
export const activityCodeJob: Job<{ claim: number } & WithMessageId> = {
  kind: 'activity.code',
  isOutgoing: true,
  async run(ctx, { claim: id, message }, signal) {
    const claim = await findClaim(ctx.db, id)
    const code = claim && currentCode(ctx, claim)
    // It was confirmed or removed since, or has expired while mails were paused.
    if (!claim || code === undefined) return
    const { name } = await requireLiveUser(ctx.db, everyone, claim.user_id)
    await ctx.mailer.send(
      {
        to: { name: claim.name, email: claim.name },
        subject: texts.codeMailSubject,
        paragraphs: [texts.codeMailText(onOneLine(name), claim.name), code, texts.codeMailLife],
        link: { text: texts.codeMailLink, path: linkedPaths.ownActivity() },
        reason: texts.codeMailReason,
        ...(message && { id: `activity-${message}` }),
      },
      signal,
    )
  },
  mails: async ({ db }, rows) => {
    const names = new Map<number, string>()
    for (const { payload } of rows) {
      const claim = await findClaim(db, payload.claim)
      if (claim) names.set(claim.id, claim.name)
    }
    return rows.map(({ payload: { claim } }) => ({
      kind: 'activity_code',
      to: names.get(claim) ?? '',
      subject: texts.codeMailSubject,
    }))
  },
}
