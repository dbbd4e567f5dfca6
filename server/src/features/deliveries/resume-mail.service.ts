import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { refuse } from '../../http/refusals.ts'
import { endOutgoingPause } from '../../jobs/outgoing-pause.ts'
import { dropOutdatedMails } from '../notifications/outdated-mails.service.ts'
import { dropOutdatedResets } from '../sign-in/forgot-password.service.ts'

/** What waited goes out, without what was about an earlier day and password links that would have ended. Instances that run notice it within a second. */
export async function resumeMail(ctx: Context, trx: Trx): Promise<void> {
  if (!(await endOutgoingPause(trx))) throw refuse('mail_not_paused')
  await dropOutdatedMails(ctx, trx)
  await dropOutdatedResets(ctx, trx)
}
