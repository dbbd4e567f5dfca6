import type { DeliveryKind } from '../contract/failed-mails.ts'
import type { MutableKind, UnsubscribeKind } from '../contract/notifications.ts'
import { formatCount } from '../numbers.ts'
import { summaries } from './summaries.ts'

const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${several}`

/** The screens write numbers in the viewer's locale, mails in English. */

/** The words after "emails about". */
const mailedAbout: Record<MutableKind, string> = {
  comment: 'comments on your reports',
  reply: 'replies to your comments',
  mention: 'comments that mention you',
  review: 'changes requested in your reports',
  task_assigned: 'tasks assigned to you',
  task_completed: 'completed tasks that you assigned',
  blocker_assigned: 'blockers assigned to you',
  blocker_resolved: 'resolved blockers',
  reminder: 'reports that are due',
  nudge: 'reminders from reviewers',
  summary: "summaries of the team's day",
  token_expires: 'access tokens that expire soon',
  webhook_off: 'webhooks that were switched off',
  second_step_removed: 'a second step that was removed for you',
}

/** The subject of one mail about several notifications of a kind. */
const several: Record<MutableKind, (count: string) => string> = {
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
  token_expires: count => `${count} of your access tokens expire soon`,
  webhook_off: count => `${count} webhooks were switched off`,
  second_step_removed: count => `${count} parts of your second step were removed`,
}

export const notifications = {
  bell: (unread: number) =>
    unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString()} unread`,
  unread: (count: number) => (count === 0 ? 'All read' : `${count.toLocaleString()} unread`),
  loading: 'Loading notifications...',
  loadFailed: "We couldn't load your notifications. Please try again.",
  none: 'No notifications yet',
  noneYet: 'Comments on your reports, tasks for you and reminders appear here.',
  marked: 'Marked as read.',
  markedAll: (count: number) => `${counted(count, 'notification', 'notifications')} marked as read.`,
  markFailed: "We couldn't mark this as read. Please try again.",
  undoFailed: "We couldn't undo this. Please try again.",
  more: (count: number) => `${count.toLocaleString()} more`,
  mentionsFound: (count: number) =>
    count === 0
      ? 'No matching people'
      : `${counted(count, 'person', 'people')}. Use the arrow keys to choose.`,
  withoutMail: "Email isn't set up, so you'll find everything in the app.",
  unsubscribeFailed: "We couldn't turn off these emails. Please try again.",
  unsubscribeInvalid: "This link doesn't work. You can choose which emails you get in Your account.",
  unsubscribeLinkInvalid: 'This unsubscribe link is no longer valid',
  unsubscribeNote:
    "You'll still find everything in the app. You can turn these emails on again in Your account.",
  /** The texts of notifications, without a full stop. They are lines of the inbox and subjects of mails. */
  texts: {
    commented: (actor: string, report: string) => `${actor} commented on ${report}`,
    replied: (actor: string, report: string) => `${actor} replied to your comment on ${report}`,
    mentioned: (actor: string, report: string) => `${actor} mentioned you in a comment on ${report}`,
    yourReport: (day: string) => `your report of ${day}`,
    /** The report was written by the user who comments. */
    theirReport: (day: string) => `their report of ${day}`,
    reportBy: (author: string, day: string) => `${author}'s report of ${day}`,
    reviewed: (actor: string, day: string) => `${actor} reviewed your report of ${day}`,
    askedForChanges: (actor: string, day: string) => `${actor} asked for changes to your report of ${day}`,
    taskAssigned: (actor: string, title: string) => `${actor} assigned you the task "${title}"`,
    taskCompleted: (actor: string, title: string) => `${actor} completed the task "${title}"`,
    blockerAssigned: (actor: string, author: string) => `${actor} assigned you ${author}'s blocker`,
    yourBlockerAssigned: (actor: string) => `${actor} assigned your blocker to you`,
    yourBlockerResolved: (actor: string) => `${actor} resolved your blocker`,
    blockerResolved: (actor: string) => `${actor} resolved a blocker you own`,
    reminder: (day: string) => `Your report for ${day} is due`,
    nudge: (actor: string, day: string) => `${actor} reminded you about your report for ${day}`,
    webhookGone: (name: string) => `The webhook "${name}" is off: its receiver is gone`,
    webhookFailing: (name: string, days: number) =>
      `The webhook "${name}" is off: every try failed for ${days} days`,
    tokenExpires: (name: string, day: string) => `Your access token "${name}" expires on ${day}`,
    /** A command on the server has no name. */
    appRemoved: (actor: string | null) =>
      `${actor ?? 'The operator of the server'} removed your authenticator app`,
    passkeysRemoved: (actor: string | null) =>
      `${actor ?? 'The operator of the server'} removed your passkeys`,
    /** `who` is the e-mail at the provider, if it told one. */
    identityLinked: (provider: string, who: string | null) =>
      who === null
        ? `A sign-in of ${provider} was linked with your account`
        : `The sign-in of ${who} at ${provider} was linked with your account`,
    summaryOfTeams: (day: string) => `Summary of ${day} for your teams`,
    summary: (day: string, reported: number, expected: number, isOfTeams = false) =>
      `${summaries.title(day, isOfTeams)}: ${formatCount(reported)} of ${formatCount(expected)} reported`,
  },
  /** The button of a mail. */
  buttons: {
    comment: 'Open the comment',
    report: 'Open the report',
    task: 'Open the task',
    blocker: 'Open the blocker',
    write: 'Write your report',
    summary: 'Open the summary',
    tokens: 'Open your tokens',
    webhooks: 'Open the webhooks',
    secondStep: 'Open your account',
  },
  mailedAbout,
  /** Mails about notifications. */
  mail: {
    several: (kind: MutableKind, count: number) => several[kind](formatCount(count)),
    /** For notifications with the same text, such as comments by one user on one report. */
    times: (text: string, count: number) => `${text} (${formatCount(count)})`,
    daily: (count: number) =>
      count === 1 ? 'Your day: 1 notification' : `Your day: ${formatCount(count)} notifications`,
    /** For the notifications that the mail only counts. */
    andMore: summaries.andMore,
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
    /** In the list of failed mails, for a mail that failed before its subject was known. */
    without: (kind: DeliveryKind) => (kind === 'daily' ? 'Your day' : 'Notification'),
  },
} as const
