import type { NotificationKind } from '#shared/contract/notifications.ts'
import type { FactorKind } from '#shared/contract/second-step.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import { type Actor, can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Event, ReportOf } from '../../events/event.ts'
import { providerInWords } from '../../identity/identities.ts'
import { cutText } from '../../lib/cut-text.ts'
import { dayInWords, weekdayInWords } from '../../lib/day-words.ts'
import type { MailBlock } from '../../mail/compose-mail.ts'
import { summaryMail } from '../summaries/summary-mail.service.ts'

// The table of all kinds of notifications. A new kind needs an entry here, its name in the contract, its sentence in the
// messages and its icon in the web's table of icons.

/** A notification of an event, before its recipients are checked. */
export type Draft<Data> = {
  /** The listener removes the acting user, users who may not read it, and deleted and invited accounts. */
  recipients: readonly (number | null)[]
  /** Null if no user caused the event, as for reminders. */
  actorId: number | null
  /** What it is about. A user gets one notification per event and subject. */
  subject: string
  /** A user never gets two notifications with the same key. */
  key?: string
  commentId?: number
  /** The stored data of text and link. Names are not stored, because users can change them. */
  data: Data
}

/** A notification with what its text and link need for one reader. */
export type ForReader<Data> = {
  reader: Actor
  /** The name of the acting user. */
  actor: string
  actorId: number | null
  data: Data
  commentId: number | null
  created_at: string
  /** The reader sees only their teams. Numbers that were stored may be about people who are out of sight now. */
  isLimited: boolean
  nameOf(userId: number): string
}

/** Everything about a kind of notification. */
export type Kind<Data> = {
  /** The notifications of this kind that an event makes. `actorId`: the acting user, or null if no user acts. */
  drafts(event: Event, actorId: number | null): Draft<Data>[]
  /** Users who are named in the text, besides the acting user. */
  names?(data: Data): number[]
  text(notification: ForReader<Data>): string
  /** A path of the web app. */
  link(notification: ForReader<Data>): string
  /** The quoted text, where that isn't a comment. */
  excerpt?(data: Data): string
  /** Whose report, task or blocker it is about. */
  person?(data: Data): number
  /** Whether the user may read what it is about. */
  mayRead(user: Actor, data: Data): boolean
  /** The text of the button in its mail, or null if it is not mailed. */
  button(data: Data): string | null
  /** Replaces text and body of its mail. Called when the mail is sent, so that the content is up to date. */
  mail?(ctx: Context, reader: Actor, data: Data): Promise<{ text: string; body: readonly MailBlock[] }>
}

/** The stored data of notifications about a report. */
export type ReportData = { report_id: number; author: number; date: string }

export const reportData = ({ id, user_id, date }: ReportOf): ReportData => ({
  report_id: id,
  author: user_id,
  date,
})

export const mayReadReport = (user: Actor, { author }: { author: number }) =>
  can(user, 'report.read', { user_id: author })

/** Links to the report or the comment: authors have another page for it than reviewers. */
export function reportLink(
  { reader, commentId }: Pick<ForReader<unknown>, 'reader' | 'commentId'>,
  { report_id, author }: { report_id: number; author: number },
): string {
  if (reader.id === author) return linkedPaths.report(report_id, commentId ?? undefined)
  return linkedPaths.reviewReport(report_id, commentId === null ? '' : `#comment-${commentId}`)
}

const { buttons, texts } = messages.notifications

type CommentEvent = Extract<Event, { kind: 'comment.added' | 'review.asked' }>

const commentIdOf = (event: CommentEvent) =>
  event.kind === 'comment.added' ? event.comment.id : event.commentId

/** A notification about a report. */
function aboutReport(
  event: CommentEvent,
  actorId: number | null,
  recipients: readonly (number | null)[],
  key?: string,
): Draft<ReportData> {
  const data = reportData(event.report)
  return {
    recipients,
    actorId: event.kind === 'review.asked' ? event.askedBy : actorId,
    subject: `report:${data.report_id}`,
    ...(key !== undefined && { key }),
    commentId: commentIdOf(event),
    data,
  }
}

/** "your report", "their report" or "the report by …", depending on the reader. */
function reportInWords({ reader, actorId, data, created_at, nameOf }: ForReader<ReportData>): string {
  const day = dayInWords(data.date, created_at)
  if (data.author === reader.id) return texts.yourReport(day)
  return data.author === actorId ? texts.theirReport(day) : texts.reportBy(nameOf(data.author), day)
}

/** Shared by all kinds about comments. */
const onComment = {
  person: ({ author }: ReportData) => author,
  names: ({ author }: ReportData) => [author],
  link: (notification: ForReader<ReportData>) => reportLink(notification, notification.data),
  mayRead: mayReadReport,
  button: () => buttons.comment,
}

type ReviewData = ReportData & { is_asked: boolean }

/** Contains the comment, so that undoing a "reviewed" doesn't notify of the same request twice. */
export const requestKey = (commentId: number) => `asked:${commentId}`

/** `is_asked`: the reviewer asked for changes. Otherwise the report was reviewed. */
const review: Kind<ReviewData> = {
  drafts(event, actorId) {
    if (event.kind === 'review.asked') {
      const draft = aboutReport(event, actorId, [event.report.user_id], requestKey(event.commentId))
      return [{ ...draft, data: { ...draft.data, is_asked: true } }]
    }
    if (event.kind !== 'review.done') return []
    return event.reports.map(report => ({
      recipients: [report.user_id],
      actorId,
      subject: `report:${report.id}`,
      data: { ...reportData(report), is_asked: false },
    }))
  },
  text: ({ actor, data, created_at }) =>
    (data.is_asked ? texts.askedForChanges : texts.reviewed)(actor, dayInWords(data.date, created_at)),
  link: notification => reportLink(notification, notification.data),
  person: ({ author }) => author,
  mayRead: mayReadReport,
  button: ({ is_asked }) => (is_asked ? buttons.report : null),
}

const mention: Kind<ReportData> = {
  ...onComment,
  drafts: (event, actorId) =>
    event.kind === 'comment.added' || event.kind === 'review.asked'
      ? [aboutReport(event, actorId, event.mentions)]
      : [],
  text: notification => texts.mentioned(notification.actor, reportInWords(notification)),
}

const reply: Kind<ReportData> = {
  ...onComment,
  drafts: (event, actorId) =>
    event.kind === 'comment.added' ? [aboutReport(event, actorId, [event.comment.answers])] : [],
  text: notification => texts.replied(notification.actor, reportInWords(notification)),
}

const comment: Kind<ReportData> = {
  ...onComment,
  drafts: (event, actorId) =>
    event.kind === 'comment.added' ? [aboutReport(event, actorId, [event.report.user_id])] : [],
  text: notification => texts.commented(notification.actor, reportInWords(notification)),
}

type TaskData = { task_id: number; title: string; assignee: number }
type TaskEvent = Extract<Event, { task: unknown }>

const aboutTask = ({ task }: TaskEvent, actorId: number | null, to: number): Draft<TaskData> => ({
  recipients: [to],
  actorId,
  subject: `task:${task.id}`,
  data: { task_id: task.id, title: task.title, assignee: task.assigned_to },
})

const onTask = {
  person: ({ assignee }: TaskData) => assignee,
  link: ({ data }: ForReader<TaskData>) => linkedPaths.task(data.task_id),
  mayRead: (user: Actor, { assignee }: TaskData) => can(user, 'task.read', { assigned_to: assignee }),
  button: () => buttons.task,
}

const taskAssigned: Kind<TaskData> = {
  ...onTask,
  drafts: (event, actorId) =>
    event.kind === 'task.assigned' ? [aboutTask(event, actorId, event.task.assigned_to)] : [],
  text: ({ actor, data }) => texts.taskAssigned(actor, data.title),
}

const taskCompleted: Kind<TaskData> = {
  ...onTask,
  drafts: (event, actorId) =>
    event.kind === 'task.completed' ? [aboutTask(event, actorId, event.task.assigned_by)] : [],
  text: ({ actor, data }) => texts.taskCompleted(actor, data.title),
}

type BlockerData = {
  blocker_id: number
  report_id: number
  author: number
  owner: number | null
  text: string
}
type BlockerEvent = Extract<Event, { blocker: unknown }>

const mayReadBlocker = (user: Actor, { author, owner }: Pick<BlockerData, 'author' | 'owner'>) =>
  can(user, 'blocker.readAll') || user.id === author || user.id === owner

function aboutBlocker(
  { blocker }: BlockerEvent,
  actorId: number | null,
  recipients: readonly (number | null)[],
): Draft<BlockerData> {
  const { id, report_id, user_id: author, owner_id: owner, text } = blocker
  const data = {
    blocker_id: id,
    report_id,
    author,
    owner,
    text: cutText(text, limits.mailQuoteCut),
  }
  return { recipients, actorId, subject: `blocker:${id}`, data }
}

/** Staff have no page of blockers: authors find theirs in the report, owners on the dashboard. */
function blockerLink({ reader, data }: ForReader<BlockerData>, search: string): string {
  if (can(reader, 'blocker.readAll')) return linkedPaths.blockers(`${search}#blocker-${data.blocker_id}`)
  return reader.id === data.author ? linkedPaths.report(data.report_id) : linkedPaths.dashboard()
}

const onBlocker = {
  person: ({ author }: BlockerData) => author,
  excerpt: ({ text }: BlockerData) => text,
  mayRead: mayReadBlocker,
  button: () => buttons.blocker,
}

const blockerAssigned: Kind<BlockerData> = {
  ...onBlocker,
  drafts: (event, actorId) =>
    event.kind === 'blocker.assigned' ? [aboutBlocker(event, actorId, [event.blocker.owner_id])] : [],
  names: ({ author }) => [author],
  text: ({ reader, actor, data, nameOf }) =>
    data.author === reader.id
      ? texts.yourBlockerAssigned(actor)
      : texts.blockerAssigned(actor, nameOf(data.author)),
  link: notification => blockerLink(notification, ''),
}

const blockerResolved: Kind<BlockerData> = {
  ...onBlocker,
  drafts: (event, actorId) =>
    event.kind === 'blocker.resolved'
      ? [aboutBlocker(event, actorId, [event.blocker.user_id, event.blocker.owner_id])]
      : [],
  text: ({ reader, actor, data }) =>
    data.author === reader.id ? texts.yourBlockerResolved(actor) : texts.blockerResolved(actor),
  link: notification => blockerLink(notification, '?state=resolved'),
}

type DayData = { date: string }

/** Shared by the kinds about a report that a user owes. */
const onOwed = {
  link: ({ data }: ForReader<DayData>) => linkedPaths.newReport(data.date),
  mayRead: () => true,
  button: () => buttons.write,
}

export const reminderKey = (date: string) => `reminder:${date}`
const nudgeKey = (date: string) => `nudge:${date}`
/** The keys of all notifications about a report owed for a day. */
export const owedKeys = (date: string) => [reminderKey(date), nudgeKey(date)]

const reminder: Kind<DayData> = {
  ...onOwed,
  drafts: event =>
    event.kind === 'reports.due'
      ? [...Map.groupBy(event.owed, ({ date }) => date)].map(([date, owed]) => ({
          recipients: owed.map(({ userId }) => userId),
          actorId: null,
          subject: `day:${date}`,
          key: reminderKey(date),
          data: { date },
        }))
      : [],
  text: ({ data, created_at }) => texts.reminder(weekdayInWords(data.date, created_at)),
}

const nudge: Kind<DayData> = {
  ...onOwed,
  drafts: (event, actorId) =>
    event.kind === 'report.nudged'
      ? [
          {
            recipients: [event.userId],
            actorId,
            subject: `day:${event.date}`,
            key: nudgeKey(event.date),
            data: { date: event.date },
          },
        ]
      : [],
  text: ({ actor, data, created_at }) => texts.nudge(actor, weekdayInWords(data.date, created_at)),
}

type SummaryData = DayData & { reported: number; expected: number; isOfTeams?: boolean }

const summary: Kind<SummaryData> = {
  drafts: event =>
    event.kind === 'summary.ready'
      ? [
          {
            recipients: event.userIds,
            actorId: null,
            subject: `summary:${event.date}`,
            key: `summary:${event.date}`,
            data: {
              date: event.date,
              reported: event.reported,
              expected: event.expected,
              ...(event.isOfTeams && { isOfTeams: true }),
            },
          },
        ]
      : [],
  text: ({ data: { date, reported, expected, isOfTeams }, created_at, isLimited }) =>
    isLimited
      ? texts.summaryOfTeams(weekdayInWords(date, created_at))
      : texts.summary(weekdayInWords(date, created_at), reported, expected, isOfTeams),
  link: ({ data }) => linkedPaths.summary(data.date, data.isOfTeams ? '?team=mine' : ''),
  mayRead: user => can(user, 'team.read'),
  button: () => buttons.summary,
  mail: (ctx, reader, { date }) => summaryMail(ctx, reader, date),
}

type TokenData = { token_id: number; name: string; expires_on: string }

const tokenExpires: Kind<TokenData> = {
  drafts: event =>
    event.kind === 'token.expires'
      ? [
          {
            recipients: [event.userId],
            actorId: null,
            subject: `token:${event.token.id}`,
            key: `token:${event.token.id}`,
            data: {
              token_id: event.token.id,
              name: event.token.name,
              expires_on: event.token.expires_at.slice(0, 10),
            },
          },
        ]
      : [],
  text: ({ data, created_at }) => texts.tokenExpires(data.name, dayInWords(data.expires_on, created_at)),
  link: () => linkedPaths.accessTokens(),
  mayRead: () => true,
  button: () => buttons.tokens,
}

type WebhookData = { webhook_id: number; name: string; reason: 'gone' | 'failing' }

const webhookOff: Kind<WebhookData> = {
  drafts: event =>
    event.kind === 'webhook.switchedOff'
      ? [
          {
            recipients: event.userIds,
            actorId: null,
            subject: `webhook:${event.webhook.id}`,
            data: { webhook_id: event.webhook.id, name: event.webhook.name, reason: event.reason },
          },
        ]
      : [],
  text: ({ data: { name, reason } }) =>
    reason === 'gone' ? texts.webhookGone(name) : texts.webhookFailing(name, limits.webhookFailingDays),
  link: () => linkedPaths.webhooks(),
  mayRead: user => can(user, 'webhooks.manage'),
  button: () => buttons.webhooks,
}

type FactorData = { factor: FactorKind }

/** Users aren't told of what they did themselves. */
const secondStepRemoved: Kind<FactorData> = {
  drafts: (event, actorId) =>
    event.kind === 'secondStep.removed' && actorId !== event.userId
      ? [
          {
            recipients: [event.userId],
            actorId,
            subject: `second-step:${event.factor}`,
            data: { factor: event.factor },
          },
        ]
      : [],
  text: ({ actor, actorId, data }) => {
    const name = actorId === null ? null : actor
    return data.factor === 'totp' ? texts.appRemoved(name) : texts.passkeysRemoved(name)
  },
  link: () => linkedPaths.secondStep(),
  mayRead: () => true,
  button: () => buttons.secondStep,
}

type IdentityData = { identity_id: number; issuer: string; email: string | null }

/** Users are told of their own, too: a thief acts in their name. `identityMailJob` mails it, whatever is turned off. */
const identityLinked: Kind<IdentityData> = {
  drafts: event =>
    event.kind === 'identity.linked'
      ? [
          {
            recipients: [event.userId],
            actorId: null,
            subject: `identity:${event.identity.id}`,
            data: {
              identity_id: event.identity.id,
              issuer: event.identity.issuer,
              email: event.identity.email,
            },
          },
        ]
      : [],
  text: ({ data: { issuer, email } }) => texts.identityLinked(providerInWords(issuer), email),
  link: () => linkedPaths.signOn(),
  mayRead: () => true,
  button: () => null,
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own data
type AnyKind = Kind<any>

/** If several kinds apply to a user and subject, the first in this order is used. */
export const kinds: Readonly<Record<NotificationKind, AnyKind>> = {
  review,
  mention,
  reply,
  comment,
  task_assigned: taskAssigned,
  task_completed: taskCompleted,
  blocker_assigned: blockerAssigned,
  blocker_resolved: blockerResolved,
  reminder,
  nudge,
  summary,
  token_expires: tokenExpires,
  webhook_off: webhookOff,
  second_step_removed: secondStepRemoved,
  identity_linked: identityLinked,
}
