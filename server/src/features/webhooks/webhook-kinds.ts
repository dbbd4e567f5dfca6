import * as z from 'zod/mini'
import { absenceReply } from '#shared/contract/absences.ts'
import { blockerReply } from '#shared/contract/blockers.ts'
import { type Comment, commentReply } from '#shared/contract/comments.ts'
import { type Report, reportReply } from '#shared/contract/reports.ts'
import { type Summary, summaryReply } from '#shared/contract/summaries.ts'
import { type Task, taskReply } from '#shared/contract/tasks.ts'
import { type ListedUser, listedUserReply } from '#shared/contract/users.ts'
import { type WebhookKind, webhookKinds } from '#shared/contract/webhooks.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { linkedPaths } from '#shared/paths.ts'
import type { Actor } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Event, ReportOf } from '../../events/event.ts'
import type { SentMessage } from '../../http/declaration.ts'
import { refuse } from '../../http/refusals.ts'
import { weekdayInWords } from '../../lib/day-words.ts'
import { readAbsence } from '../absences/absences.service.ts'
import { readBlocker } from '../blockers/blockers.service.ts'
import { listComments } from '../comments/comments.service.ts'
import { readReportWithRows } from '../reports/reports.service.ts'
import { readSummary } from '../summaries/summaries.service.ts'
import { readAnyTask } from '../tasks/tasks.service.ts'
import { readUser } from '../users/users.service.ts'
import { neverSent } from './compose.ts'

// The table of all kinds of webhooks. A new kind needs an entry here, its name in the contract and its sentences in the
// messages.

/** What an event is about: enough to read it when it is sent. */
export type Subject = {
  id: number
  /** The user whom it concerns, for webhooks of teams. Null: no single user. */
  person: number | null
  /** The report of a comment. */
  report?: number
  /** The day of a summary. */
  date?: string
}

/** One readable message for a chat. */
export type Message = { text: string; quote?: string | null; path: string }

type Kind<Data> = {
  /** When it is sent, for the API description. */
  summary: string
  /** What `read` returns. */
  data: z.ZodMiniType
  /** What an event is about if it is of this kind. */
  subjects(event: Event): readonly Subject[]
  /** Reads it as the API answers it to an admin. Refuses with 404 if it was deleted since. */
  read(ctx: Context, subject: Subject, teamIds: readonly number[]): Promise<Data>
  /** Never says who is missing or off. Null if chats don't get this kind. */
  message: ((data: Data, subject: Subject, at: string) => Message) | null
}

const anyAdmin: Actor = { id: 0, role: 'admin' }
const texts = messages.webhooks.chat

const ofReport = ({ id, user_id }: ReportOf): Subject => ({ id, person: user_id })
const dayOf = ({ date }: { date: string }, at: string) => weekdayInWords(date, at)

const report = {
  data: reportReply,
  read: (ctx: Context, { id }: Subject) => readReportWithRows(ctx.db, anyAdmin, id),
  path: ({ id }: { id: number }) => linkedPaths.reviewReport(id),
}

const submitted: Kind<Report> = {
  ...report,
  summary: 'A report was submitted',
  subjects: event => (event.kind === 'report.sent' ? [ofReport(event.report)] : []),
  message: (data, _subject, at) => ({
    text: texts.submitted(data.user_name, dayOf(data, at), formatHours(minutesOf(data.hours_worked))),
    quote: data.tasks,
    path: report.path(data),
  }),
}

const edited: Kind<Report> = {
  ...report,
  summary: 'A report was edited',
  subjects: event => (event.kind === 'report.edited' ? [ofReport(event.report)] : []),
  message: (data, _subject, at) => ({
    text: texts.edited(data.user_name, dayOf(data, at)),
    path: report.path(data),
  }),
}

const reviewed: Kind<Report> = {
  ...report,
  summary: 'A report was reviewed',
  subjects(event) {
    if (event.kind === 'review.done') return event.reports.map(ofReport)
    return event.kind === 'review.asked' ? [ofReport(event.report)] : []
  },
  message: (data, _subject, at) => {
    const { state, reviewer_name } = data.review
    const sentence = state === 'needs_changes' ? texts.changesAsked : texts.reviewed
    return {
      text: sentence(reviewer_name ?? texts.aReviewer, data.user_name, dayOf(data, at)),
      path: report.path(data),
    }
  },
}

const commented: Kind<Comment & { report_id: number }> = {
  summary: 'A comment was added',
  data: z.extend(commentReply, { report_id: z.number() }),
  subjects(event) {
    if (event.kind === 'comment.added')
      return [{ id: event.comment.id, person: event.report.user_id, report: event.report.id }]
    return event.kind === 'review.asked' && !event.isRestored
      ? [{ id: event.commentId, person: event.report.user_id, report: event.report.id }]
      : []
  },
  async read(ctx, { id, report: report_id = 0 }) {
    const found = (await listComments(ctx, report_id)).find(comment => comment.id === id)
    if (!found) throw refuse('report_not_found')
    return { ...found, report_id }
  },
  message: ({ id, user_name, comment, report_id }) => ({
    text: texts.commented(user_name),
    quote: comment,
    path: linkedPaths.reviewReport(report_id, `#comment-${id}`),
  }),
}

type Blocker = Awaited<ReturnType<typeof readBlocker>>
type BlockerEvent = Extract<Event, { blocker: unknown }>

const blocker = {
  data: blockerReply,
  read: (ctx: Context, { id }: Subject) => readBlocker(ctx, ctx.db, anyAdmin, id),
  subjects: ({ blocker: { id, user_id } }: BlockerEvent) => [{ id, person: user_id }],
}

const opened: Kind<Blocker> = {
  summary: 'A blocker was opened or reopened',
  data: blocker.data,
  read: blocker.read,
  subjects: event =>
    event.kind === 'blocker.opened' || event.kind === 'blocker.reopened' ? blocker.subjects(event) : [],
  message: ({ id, user_name, text }) => ({
    text: texts.blocked(user_name),
    quote: text,
    path: linkedPaths.blockers(`#blocker-${id}`),
  }),
}

const resolved: Kind<Blocker> = {
  summary: 'A blocker was resolved',
  data: blocker.data,
  read: blocker.read,
  subjects: event => (event.kind === 'blocker.resolved' ? blocker.subjects(event) : []),
  message: ({ id, user_name, text }) => ({
    text: texts.unblocked(user_name),
    quote: text,
    path: linkedPaths.blockers(`?state=resolved#blocker-${id}`),
  }),
}

const task = {
  data: taskReply,
  read: (ctx: Context, { id }: Subject) => readAnyTask(ctx.db, anyAdmin, id),
  subjects: ({ task: { id, assigned_to } }: Extract<Event, { task: unknown }>) => [
    { id, person: assigned_to },
  ],
}

const assigned: Kind<Task> = {
  summary: 'A task was assigned',
  data: task.data,
  read: task.read,
  subjects: event => (event.kind === 'task.assigned' ? task.subjects(event) : []),
  message: ({ id, title, assignee_name }) => ({
    text: texts.taskAssigned(title, assignee_name ?? ''),
    path: linkedPaths.task(id),
  }),
}

const completed: Kind<Task> = {
  summary: 'A task was completed',
  data: task.data,
  read: task.read,
  subjects: event => (event.kind === 'task.completed' ? task.subjects(event) : []),
  message: ({ id, title, assignee_name, completion_note }) => ({
    text: texts.taskCompleted(title, assignee_name ?? ''),
    quote: completion_note,
    path: linkedPaths.task(id),
  }),
}

/** Without kind and note: why a user is off concerns only them and their reviewers. */
const absence: Kind<object> = {
  summary: 'Time off was added, changed or removed',
  data: z.pick(absenceReply, { id: true, user_id: true, user_name: true, start_date: true, end_date: true }),
  subjects: event =>
    event.kind === 'absence.changed' ? [{ id: event.absence.id, person: event.absence.user_id }] : [],
  async read(ctx, { id }) {
    const { user_id, user_name, start_date, end_date } = await readAbsence(ctx.db, anyAdmin, id)
    return { id, user_id, user_name, start_date, end_date }
  },
  message: null,
}

/** Of the teams of the webhook, if it has any. */
const summary: Kind<Summary> = {
  summary: 'The summary of a day is ready',
  data: summaryReply,
  subjects: event => (event.kind === 'summary.ready' ? [{ id: 0, person: null, date: event.date }] : []),
  async read(ctx, { date = '' }, teamIds) {
    const teams = teamIds.length > 0 ? { teamId: [...teamIds] } : {}
    return summaryReply.parse(await readSummary(ctx, anyAdmin, date, teams))
  },
  message: ({ date, counts: { submitted, late, expected }, blockers }, _subject, at) => ({
    text: texts.summary(weekdayInWords(date, at), submitted + late, expected, blockers.total),
    path: linkedPaths.summary(date),
  }),
}

const created: Kind<ListedUser> = {
  summary: 'An account was created',
  data: listedUserReply,
  subjects: event => (event.kind === 'user.created' ? event.userIds.map(id => ({ id, person: id })) : []),
  read: (ctx, { id }) => readUser(ctx, anyAdmin, id),
  message: ({ name }) => ({ text: texts.userCreated(name), path: linkedPaths.users() }),
}

const deleted: Kind<{ id: number }> = {
  summary: 'An account was deleted',
  data: z.object({ id: z.number() }),
  subjects: event => (event.kind === 'user.deleted' ? [{ id: event.userId, person: event.userId }] : []),
  read: async (_ctx, { id }) => ({ id }),
  message: () => ({ text: texts.userDeleted, path: linkedPaths.users() }),
}

// biome-ignore lint/suspicious/noExplicitAny: each kind has its own data
type AnyKind = Kind<any>

export const kinds: Readonly<Record<WebhookKind, AnyKind>> = {
  'report.submitted': submitted,
  'report.edited': edited,
  'report.reviewed': reviewed,
  'comment.added': commented,
  'blocker.opened': opened,
  'blocker.resolved': resolved,
  'task.assigned': assigned,
  'task.completed': completed,
  'absence.changed': absence,
  'summary.ready': summary,
  'user.created': created,
  'user.deleted': deleted,
}

/** What a webhook of the format json gets, for the API description and the table in docs/integrations.md. */
export const sentMessages: readonly SentMessage[] = webhookKinds.map(type => {
  const { summary, data } = kinds[type]
  return { type, summary, data, neverSent }
})
