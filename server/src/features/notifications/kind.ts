import { linkedPaths } from '#shared/paths.ts'
import { type Actor, can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Event, ReportOf } from '../../events/event.ts'
import type { MailBlock } from '../../mail/compose-mail.ts'

/** A notification of an event, before its recipients are checked. */
export type Draft<Data> = {
  /** The acting user, users who may not read it, and deleted and invited accounts are left out later. */
  recipients: readonly (number | null)[]
  /** Null if the program did it. */
  actorId: number | null
  /** What it is about. Of one event, a user gets one notification about a thing. */
  subject: string
  /** A user gets one notification with the same key. */
  key?: string
  commentId?: number
  /** What text and link need, without names of users. */
  data: Data
}

/** A notification as its user reads it. */
export type ForReader<Data> = {
  reader: Actor
  /** The name of the user who did it. */
  actor: string
  actorId: number | null
  data: Data
  commentId: number | null
  created_at: string
  nameOf(userId: number): string
}

/** Everything about a kind of notification. */
export type Kind<Data> = {
  /** The notifications of this kind that an event makes. */
  drafts(event: Event): Draft<Data>[]
  /** Users whose names the text has, besides the one who did it. */
  names?(data: Data): number[]
  text(notification: ForReader<Data>): string
  /** A path of the web app. */
  link(notification: ForReader<Data>): string
  /** What it is about, where that isn't a comment. */
  excerpt?(data: Data): string
  /** May the user read what it is about? */
  mayRead(user: Actor, data: Data): boolean
  /** The button of its mail; null where there is no mail. */
  button(data: Data): string | null
  /** What its mail says, where that is more than the sentence and a comment. As it is when the mail is sent. */
  mail?(ctx: Context, reader: Actor, data: Data): Promise<{ text: string; body: readonly MailBlock[] }>
}

/** What notifications about a report keep. */
export type ReportData = { report_id: number; author: number; date: string }

export const reportData = ({ id, user_id, date }: ReportOf): ReportData => ({
  report_id: id,
  author: user_id,
  date,
})

export const mayReadReport = (user: Actor, { author }: { author: number }) =>
  can(user, 'report.read', { user_id: author })

/** The report, or the comment on it, on the screen that the reader has for it. */
export function reportLink(
  { reader, commentId }: Pick<ForReader<unknown>, 'reader' | 'commentId'>,
  { report_id, author }: { report_id: number; author: number },
): string {
  if (reader.id === author) return linkedPaths.report(report_id, commentId ?? undefined)
  return linkedPaths.reviewReport(report_id, commentId === null ? '' : `#comment-${commentId}`)
}
