import type { ReviewState } from '#shared/contract/report-review.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'

export type ReportOf = { id: number; user_id: number; date: string }
type BlockerOf = { id: number; report_id: number; user_id: number; owner_id: number | null; text: string }
type TaskOf = { id: number; title: string; assigned_to: number; assigned_by: number }

/** What a feature did, in its own words. It does not know which listeners act on it. */
export type Event =
  | {
      kind: 'comment.added'
      actorId: number
      report: ReportOf
      /** `answers`: who wrote the comment that it replies to. */
      comment: { id: number; answers: number | null }
      mentions: readonly number[]
    }
  | { kind: 'review.done'; actorId: number; reports: readonly ReportOf[] }
  | {
      kind: 'review.asked'
      actorId: number
      report: ReportOf
      commentId: number
      mentions: readonly number[]
    }
  /** What a reviewer had decided counts no longer. */
  | { kind: 'review.takenBack'; actorId: number; reports: readonly ReportOf[]; state: ReviewState }
  /** `before`: who had it. */
  | { kind: 'task.assigned'; actorId: number; task: TaskOf; before: number | null }
  | { kind: 'task.completed'; actorId: number; task: TaskOf }
  | { kind: 'task.reopened'; actorId: number; task: TaskOf }
  | { kind: 'task.deleted'; actorId: number; task: TaskOf }
  /** `before`: who owned it. */
  | { kind: 'blocker.assigned'; actorId: number; blocker: BlockerOf; before: number | null }
  | { kind: 'blocker.resolved'; actorId: number; blocker: BlockerOf }
  | { kind: 'blocker.reopened'; actorId: number; blocker: BlockerOf }
  | { kind: 'report.nudged'; actorId: number; userId: number; date: string }
  /** The reminder times of these users have come, and they still owe the report of their day. */
  | { kind: 'reports.due'; owed: readonly { userId: number; date: string }[] }
  | { kind: 'report.sent'; report: ReportOf }
  | { kind: 'report.edited'; report: ReportOf }
  /** The summary of a day, for these reviewers. */
  | {
      kind: 'summary.ready'
      date: string
      userIds: readonly number[]
      /** How many of how many. */
      reported: number
      expected: number
    }
  | { kind: 'user.changedRole'; user: Actor }
  /** A day of theirs has other hours now. */
  | { kind: 'user.changedZone'; userId: number }
  /** The time zone or the reminder time of the organization. */
  | { kind: 'organization.changedTimes' }
  /** The account is deleted; its sign-ins and links have ended. */
  | { kind: 'user.deleted'; userId: number }
  /** `freedEmail`: the e-mail that the account had, unless another account has it now. */
  | { kind: 'user.erased'; userId: number; freedEmail: string | undefined }
  /** `afterCommit` takes what must wait until the deletion is stored, such as removing files from the disk. */
  | { kind: 'project.deleted'; projectId: number; afterCommit: (work: () => Promise<void>) => void }

/** Runs in the transaction that emits the event: both are committed, or neither. */
export type Listener = (ctx: Context, trx: Trx, event: Event) => Promise<void>

/** Calls all listeners in the caller's transaction. */
export async function emit(ctx: Context, trx: Trx, event: Event): Promise<void> {
  for (const listen of ctx.listeners) await listen(ctx, trx, event)
}
