import type { DeliveryKind } from '../contract/deliveries.ts'
import type { NotificationKind } from '../contract/notification-kinds.ts'
import type { UnsubscribeKind } from '../contract/unsubscribe.ts'
import { summaryMessages } from './summary.ts'

const number = (count: number) => count.toLocaleString('en-US')

/** What mails about notifications are about, after "emails about". */
export const mailedAbout: Record<NotificationKind, string> = {
  comment: 'comments on your reports',
  reply: 'replies to your comments',
  mention: 'comments that mention you',
  review: 'changes asked for in your reports',
  task_assigned: 'tasks assigned to you',
  task_completed: 'completed tasks that you assigned',
  blocker_assigned: 'blockers assigned to you',
  blocker_resolved: 'resolved blockers',
  reminder: 'reports that are due',
  nudge: 'reminders from reviewers',
  summary: "summaries of the team's day",
}

/** The subject of one mail about several things of a kind. */
const several: Record<NotificationKind, (count: string) => string> = {
  comment: count => `${count} new comments on your reports`,
  reply: count => `${count} new replies to your comments`,
  mention: count => `${count} new comments mention you`,
  review: count => `${count} of your reports need changes`,
  task_assigned: count => `${count} new tasks for you`,
  task_completed: count => `${count} tasks you assigned are completed`,
  blocker_assigned: count => `${count} blockers assigned to you`,
  blocker_resolved: count => `${count} blockers are resolved`,
  reminder: count => `${count} of your reports are due`,
  nudge: count => `${count} reminders about your reports`,
  summary: count => `${count} summaries of the team's day`,
}

/** Mails about notifications. Only the server writes them. */
export const notificationMail = {
  several: (kind: NotificationKind, count: number) => several[kind](number(count)),
  /** The same again and again, such as comments by one user on one report. */
  times: (text: string, count: number) => `${text} (${number(count)})`,
  daily: (count: number) =>
    count === 1 ? 'Your day: 1 notification' : `Your day: ${number(count)} notifications`,
  /** For the notifications that the mail only counts. */
  andMore: summaryMessages.andMore,
  openAll: 'Open your notifications',
  /** At the end of a list that is too long for a mail. */
  restInApp: 'The rest is in the app.',
  reason: (kind: UnsubscribeKind) =>
    kind === 'daily'
      ? "You're getting this email once a day because you chose that in Your account."
      : `You're getting this email because emails about ${mailedAbout[kind]} are turned on in Your account.`,
  turnOff: (kind: UnsubscribeKind) =>
    kind === 'daily' ? 'Turn off these emails' : `Turn off emails about ${mailedAbout[kind]}`,
  turnedOff: (kind: UnsubscribeKind) =>
    kind === 'daily'
      ? "You won't get notifications by email any more. You can turn them on again in Your account."
      : `You won't get emails about ${mailedAbout[kind]} any more. You can turn them on again in Your account.`,
  /** In the list of failed mails, of one that ended before its subject was known. */
  without: (kind: DeliveryKind) => (kind === 'daily' ? 'Your day' : 'Notification'),
} as const
