import type { TokenScope } from '#shared/contract/access-tokens.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import type { SearchType } from '#shared/contract/search.ts'
import type { FactorKind, SecondStepMethod } from '#shared/contract/second-step.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../context.ts'
import type { Trx } from '../db/schema.ts'

export type ReportOf = { id: number; user_id: number; date: string }
/** Carries the texts, because reading them again would take a tenth of the time of a submit. */
export type WrittenReport = ReportOf & { texts: readonly string[] }
type BlockerOf = { id: number; report_id: number; user_id: number; owner_id: number | null; text: string }
type TaskOf = { id: number; title: string; assigned_to: number; assigned_by: number }

/** How a user or the server acts: in the app, with an access token, by single sign-on, by a command or in a job. */
export type Via = 'session' | 'token' | 'sso' | 'command' | 'job'

/** Who makes a change. A signed-in user (`SignedIn`) is one. `id` is null if no user acts, as in jobs and in most commands. */
export type ActedBy = { readonly id: number | null; readonly via: Via; readonly address: string | null }

export const byJob: ActedBy = { id: null, via: 'job', address: null }
export const byCommand: ActedBy = { id: null, via: 'command', address: null }

/** Describes a change by the feature that made it. The listeners decide who is notified. */
export type Event =
  | {
      kind: 'comment.added'
      report: ReportOf
      /** `answers` is the author of the comment that it replies to. */
      comment: { id: number; answers: number | null }
      mentions: readonly number[]
    }
  | { kind: 'review.done'; reports: readonly ReportOf[] }
  | {
      kind: 'review.asked'
      /** The reviewer who asked. If the request is restored, another reviewer may be acting. */
      askedBy: number
      report: ReportOf
      commentId: number
      mentions: readonly number[]
      /** True if an undo restores an earlier request, whose comment isn't new. */
      isRestored?: true
    }
  /** The decision that a reviewer made before no longer counts. */
  | { kind: 'review.takenBack'; reports: readonly ReportOf[]; state: ReviewState }
  /** `before` is the former assignee. */
  | { kind: 'task.assigned'; task: TaskOf; before: number | null }
  | { kind: 'task.completed'; task: TaskOf }
  | { kind: 'task.reopened'; task: TaskOf }
  | { kind: 'task.deleted'; task: TaskOf }
  | { kind: 'blocker.opened'; blocker: BlockerOf }
  /** `before` is the former owner. */
  | { kind: 'blocker.assigned'; blocker: BlockerOf; before: number | null }
  | { kind: 'blocker.resolved'; blocker: BlockerOf }
  | { kind: 'blocker.reopened'; blocker: BlockerOf }
  /** Time off was planned, changed or removed. */
  | { kind: 'absence.changed'; absence: { id: number; user_id: number } }
  | { kind: 'report.nudged'; userId: number; date: string }
  /** The reminder times of these users have come, and they still owe the report of their day. */
  | { kind: 'reports.due'; owed: readonly { userId: number; date: string }[] }
  | { kind: 'report.sent'; report: WrittenReport }
  | { kind: 'report.edited'; report: WrittenReport; wasReviewed: boolean }
  /** The summary of a day, for these reviewers. */
  | {
      kind: 'summary.ready'
      date: string
      userIds: readonly number[]
      /** `reported` of `expected` users have submitted their report. */
      reported: number
      expected: number
      /** True if the numbers are about the people of the teams that the reviewers lead. */
      isOfTeams?: boolean
    }
  /** An access token of this user expires soon. */
  | { kind: 'token.expires'; userId: number; token: { id: number; name: string; expires_at: string } }
  | {
      kind: 'token.created'
      userId: number
      token: { id: number; scope: TokenScope; expires_at: string | null }
    }
  | { kind: 'token.deleted'; userId: number; tokenId: number }
  /** All tokens of the user, of which `count` had not expired. */
  | { kind: 'tokens.ended'; userId: number; count: number }
  /** The server switched a webhook off. `userIds` are the admins to notify. */
  | {
      kind: 'webhook.switchedOff'
      webhook: { id: number; name: string }
      reason: 'gone' | 'failing'
      userIds: readonly number[]
    }
  /** `factor` is the second step, or the passkey that was used instead of a password. */
  | { kind: 'signIn.succeeded'; userId: number; factor?: SecondStepMethod | undefined }
  /** The password, code or token was wrong. `userId` is null if no account has the e-mail. */
  | { kind: 'signIn.refused'; userId: number | null }
  /** `count` sign-ins of the user have ended: they signed out, or ended others, or a reviewer did. */
  | { kind: 'signIns.ended'; userId: number; count: number }
  | { kind: 'password.changed'; userId: number }
  | { kind: 'invitation.created'; userIds: readonly number[] }
  | { kind: 'invitation.accepted'; userId: number }
  /** Emitted for new recovery codes too, which users can make as often as they want. */
  | { kind: 'secondStep.added' | 'secondStep.removed'; userId: number; factor: FactorKind }
  /** A user can sign in with this identity of a provider, or no longer can. */
  | {
      kind: 'identity.linked'
      userId: number
      identity: { id: number; issuer: string; email: string | null }
    }
  | { kind: 'identity.unlinked'; userId: number; identity: { id: number; issuer: string } }
  /** Emitted after the accounts were added to their teams. */
  | { kind: 'user.created'; userIds: readonly number[] }
  /** Only the team is deleted: its people and all that they wrote stay. */
  | { kind: 'team.deleted'; teamId: number }
  | { kind: 'team.created'; teamId: number; leadIds: readonly number[]; memberIds: readonly number[] }
  | { kind: 'team.changed'; teamId: number; fields: readonly string[] }
  | { kind: 'team.changedPeople'; teamId: number; change: TeamChange; userIds: readonly number[] }
  | { kind: 'user.changedRole'; user: Actor; before: Role }
  /** `fields` of the account have changed, besides the role. */
  | { kind: 'user.changed'; userId: number; fields: readonly string[] }
  /** A user's time zone, reminder time or frequency of mails has changed. */
  | { kind: 'user.changedTimes'; userId: number }
  /** The organization's time zone or reminder time has changed. */
  | { kind: 'organization.changedTimes' }
  /** Names, descriptions or other texts of these things were written or deleted. Reports have events of their own. */
  | { kind: 'texts.changed'; type: Exclude<SearchType, 'report'>; ids: readonly number[] }
  /** The account is deleted; its sign-ins and links have ended. */
  | { kind: 'user.deleted'; userId: number }
  /** `freedEmail` is the e-mail that the account had, unless another account has it now. */
  | { kind: 'user.erased'; userId: number; freedEmail: string | undefined }
  /** `afterCommit` takes what must wait until the deletion is stored, such as removing files from the disk. */
  | { kind: 'project.deleted'; projectId: number; afterCommit: (work: () => Promise<void>) => void }
  | { kind: 'file.deleted' | 'file.restored'; file: { id: number }; isMarked?: boolean }
  | { kind: 'url.deleted' | 'url.restored'; url: { id: number }; isMarked?: boolean }
  /** `values` has the new values of fields that are choices, but no texts. */
  | { kind: 'settings.changed'; fields: readonly string[]; values?: Readonly<Record<string, string>> }
  | { kind: 'holidays.added'; holidays: readonly { id: number; date: string }[] }
  | { kind: 'holiday.deleted'; holiday: { id: number; date: string } }
  | { kind: 'webhook.created' | 'webhook.deleted'; webhookId: number }
  | { kind: 'webhook.changed'; webhookId: number; fields: readonly string[] }
  /** The address of a user's own calendar or of a team's. A new one ends the former. */
  | { kind: 'calendar.created' | 'calendar.deleted'; owner: { userId: number } | { teamId: number } }
  | { kind: 'source.created' | 'source.deleted'; sourceId: number }
  | { kind: 'source.changed'; sourceId: number; fields: readonly string[] }
  /** A file with data of users is about to be sent. */
  | { kind: 'export.made'; exported: Exported }
  /** A reviewer searches what others wrote. The event doesn't contain the words. */
  | { kind: 'search.made' }
  /** `ranBy` is undefined for scheduled backups. */
  | { kind: 'backup.made'; rows: number; files: number; ranBy?: RanBy }
  | { kind: 'backup.restored'; rows: number; files: number; madeAt: string; ranBy: RanBy }
  /** A command such as `recount` ran on the server. If it failed, it may have changed something before. */
  | { kind: 'command.run'; command: string; hasFailed: boolean; ranBy: RanBy }
  /** Old rows of the record were deleted. */
  | { kind: 'record.dropped'; rows: number; before: string }

/** The user of the operating system who ran a command, and the name of the machine. */
export type RanBy = { osUser: string; host: string }

export type TeamChange = 'member_added' | 'member_removed' | 'lead_added' | 'lead_removed'

/** The content of a file and its filters: ids, dates and choices, never a text that a user typed. */
export type Exported = {
  what: 'reports' | 'timesheet' | 'record' | 'account'
  format: 'csv' | 'xlsx' | 'jsonl' | 'json'
  /** The user, if the file has the data of only one. */
  userId?: number | undefined
  filters: Readonly<Record<string, string | number | boolean | readonly number[] | undefined>>
}

/** Runs in the transaction that made the change, so that both are committed or neither. */
export type Listener = (ctx: Context, trx: Trx, event: Event, by: ActedBy) => Promise<void>

/** Calls all listeners in the caller's transaction. */
export async function emit(ctx: Context, trx: Trx, by: ActedBy, event: Event): Promise<void> {
  for (const listen of ctx.listeners) await listen(ctx, trx, event, by)
}
