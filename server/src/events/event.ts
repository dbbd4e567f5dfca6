import type { ReviewState } from '#shared/contract/reviews.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'

export type ReportOf = { id: number; user_id: number; date: string }
type BlockerOf = { id: number; report_id: number; user_id: number; owner_id: number | null; text: string }
type TaskOf = { id: number; title: string; assigned_to: number; assigned_by: number }

/** Describes a change by the feature that made it. The listeners decide who is notified. */
export type Event =
  | {
      kind: 'comment.added'
      actorId: number
      report: ReportOf
      /** `answers`: the author of the comment that it replies to. */
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
  /** The former decision of a reviewer no longer counts. */
  | { kind: 'review.takenBack'; actorId: number; reports: readonly ReportOf[]; state: ReviewState }
  /** `before`: the former assignee. */
  | { kind: 'task.assigned'; actorId: number; task: TaskOf; before: number | null }
  | { kind: 'task.completed'; actorId: number; task: TaskOf }
  | { kind: 'task.reopened'; actorId: number; task: TaskOf }
  | { kind: 'task.deleted'; actorId: number; task: TaskOf }
  /** `before`: the former owner. */
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
      /** `reported` of `expected` users have submitted their report. */
      reported: number
      expected: number
    }
  | { kind: 'user.changedRole'; user: Actor }
  /** A user's time zone, reminder time or frequency of mails has changed. */
  | { kind: 'user.changedTimes'; userId: number }
  /** The organization's time zone or reminder time has changed. */
  | { kind: 'organization.changedTimes' }
  /** The account is deleted; its sign-ins and links have ended. */
  | { kind: 'user.deleted'; userId: number }
  /** `freedEmail`: the e-mail that the account had, unless another account has it now. */
  | { kind: 'user.erased'; userId: number; freedEmail: string | undefined }
  /** `afterCommit` takes what must wait until the deletion is stored, such as removing files from the disk. */
  | { kind: 'project.deleted'; projectId: number; afterCommit: (work: () => Promise<void>) => void }

/** Runs in the transaction that made the change, so that both are committed or neither. */
export type Listener = (ctx: Context, trx: Trx, event: Event) => Promise<void>

/** Calls all listeners in the caller's transaction. */
export async function emit(ctx: Context, trx: Trx, event: Event): Promise<void> {
  for (const listen of ctx.listeners) await listen(ctx, trx, event)
}
