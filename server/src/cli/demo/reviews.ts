import type { Report, ReportInput } from '#shared/contract/reports.ts'
import type { Context } from '../../context.ts'
import { editReport } from '../../features/reports/reports.service.ts'
import { reviewReport, reviewReports } from '../../features/reviews/reviews.service.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { askedFor } from './texts.ts'

export type Sent = { report: Report; author: SignedIn; input: ReportInput }

/** The next morning a reviewer reads what came in. */
export async function reviewAll(ctx: Context, reviewer: SignedIn, sent: readonly Sent[]) {
  if (sent.length === 0) return
  await reviewReports(ctx, reviewer, {
    ids: sent.map(({ report }) => report.id),
    state: 'reviewed',
    revisions: undefined,
  })
}

/** The last working day is nearly done: one was asked for changes and made them, one still has to, one is unread. */
export async function reviewMost(ctx: Context, reviewer: SignedIn, sent: readonly Sent[]) {
  const [answered, asked, , ...others] = sent
  await reviewAll(ctx, reviewer, others)
  const [first, second] = askedFor
  if (answered) {
    const { report, author, input } = answered
    await reviewReport(ctx, reviewer, report.id, { state: 'needs_changes', comment: first, seen: undefined })
    const [row, ...rows] = input.task_details
    if (row) {
      const longer = { ...row, description: `${row.description}, with tests`, hours: row.hours + 30 }
      await editReport(ctx, author, report.id, {
        ...input,
        tasks: `${input.tasks}\nThe cause was an old cache key: found, fixed and tested.`,
        task_details: [longer, ...rows],
      })
    }
  }
  if (asked)
    await reviewReport(ctx, reviewer, asked.report.id, {
      state: 'needs_changes',
      comment: second,
      seen: undefined,
    })
}
