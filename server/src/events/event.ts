import type { ReviewState } from '#shared/contract/report-review.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'

export type ReportOf = { id: number; user_id: number; date: string }
type BlockerOf = { id: number; report_id: number; user_id: number; owner_id: number | null; text: string }
type TaskOf = { id: number; title: string; assigned_to: number; assigned_by: number }

/** What happened, in the words of the feature that did it. Who is told of it is not that feature's business. */
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
  /** Their time zone, their reminder time or how often they get mails. */
  | { kind: 'user.changedTimes'; userId: number }
  /** The time zone or the reminder time of the organization. */
  | { kind: 'organization.changedTimes' }
  | { kind: 'user.erased'; userId: number }

/** Runs in the transaction of what happened: both are there, or neither. */
export type Listener = (ctx: Context, trx: Trx, event: Event) => Promise<void>
