import type { WebhookFormat, WebhookKind } from '../contract/webhooks.ts'
import { limits } from '../limits.ts'

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`

const kinds: Record<WebhookKind, string> = {
  'report.submitted': 'A report is submitted',
  'report.edited': 'A report is edited',
  'report.reviewed': 'A report is reviewed',
  'comment.added': 'A comment is added',
  'blocker.opened': 'A blocker is opened',
  'blocker.resolved': 'A blocker is resolved',
  'task.assigned': 'A task is assigned',
  'task.completed': 'A task is completed',
  'absence.changed': 'Time off changes',
  'summary.ready': "The summary of the team's day is ready",
  'user.created': 'An account is created',
  'user.deleted': 'An account is deleted',
}

const formats: Record<WebhookFormat, { label: string; about: string }> = {
  json: { label: 'JSON', about: 'For programs. Every message is signed.' },
  slack: { label: 'Slack', about: 'Also for Mattermost, Rocket.Chat, and Discord with /slack at the end.' },
  teams: { label: 'Microsoft Teams', about: 'For the URL of a workflow.' },
}

export const webhooks = {
  about: 'Tell other programs and channels at once what happens here.',
  kinds,
  formats,
  nameRequired: 'Name is required',
  urlRequired: 'URL is required',
  formatUnknown: 'Choose JSON, Slack or Microsoft Teams',
  eventsRequired: 'Choose at least one event',
  eventUnknown: 'There is no such event',
  onlyJson: 'Time off is sent as JSON only, so that no channel shows who is off',
  notFound: 'Webhook not found',
  deliveryNotFound: 'Delivery not found',
  tooMany: `There are ${limits.webhooksMax} webhooks. Delete one first.`,
  isOff: 'Switch the webhook on first',
  deleted: 'Webhook deleted.',
  /** The text of a test. */
  test: 'This is a test of Daily Report App.',
  switchedOff: 'The webhook was switched off, so this is not sent',
  /** The messages of chats, in English like mails. Names and titles are defused before. */
  chat: {
    open: 'Open',
    submitted: (name: string, day: string, hours: string) =>
      `${name} submitted the report of ${day} (${hours})`,
    edited: (name: string, day: string) => `${name} edited the report of ${day}`,
    reviewed: (reviewer: string, name: string, day: string) =>
      `${reviewer} reviewed ${name}'s report of ${day}`,
    aReviewer: 'A reviewer',
    changesAsked: (reviewer: string, name: string, day: string) =>
      `${reviewer} asked for changes to ${name}'s report of ${day}`,
    commented: (name: string) => `${name} commented on a report`,
    blocked: (name: string) => `${name} is blocked`,
    unblocked: (name: string) => `A blocker of ${name} is resolved`,
    taskAssigned: (title: string, name: string) => `The task "${title}" is assigned to ${name}`,
    taskCompleted: (title: string, name: string) => `${name} completed the task "${title}"`,
    /** Only numbers: a channel never shows who is missing or off. */
    summary: (day: string, reported: number, expected: number, blockers: number) =>
      `Summary of ${day}: ${reported} of ${counted(expected, 'report', 'reports')}, ${counted(blockers, 'open blocker', 'open blockers')}`,
    userCreated: (name: string) => `${name} has an account now`,
    userDeleted: 'An account was deleted',
    /** What it was about was deleted before this was sent. */
    gone: 'Something changed that was deleted since',
  },

  loadFailed: "We couldn't load the webhooks. Please try again.",
  none: 'No webhooks yet.',
  made: "Copy the secret now. You won't see it again.",
  secretMade: (hours: number) =>
    `Copy the new secret now. You won't see it again. For ${hours} hours, the former one signs as well.`,
  secretQuestion: (name: string) =>
    `Create a new secret for "${name}"? For ${limits.formerSecretHours} hours, every message is signed with both.`,
  secretFailed: "We couldn't create a new secret. Please try again.",
  makeFailed: "We couldn't add the webhook. Please try again.",
  saveFailed: "We couldn't save the webhook. Please try again.",
  saved: 'Webhook saved.',
  deleteQuestion: (name: string) =>
    `Delete the webhook "${name}"? Its deliveries are deleted too. This action cannot be undone.`,
  deleteFailed: "We couldn't delete the webhook. Please try again.",
  offReasons: {
    gone: 'Off: the receiver answered that it is gone (410)',
    failing: `Off: every try failed for ${limits.webhookFailingDays} days`,
    byAdmin: 'Off',
  },
  never: 'nothing sent yet',
  lastOk: (status: number) => `last answer ${status}`,
  lastFailed: (status: number | null) =>
    status === null ? 'last try got no answer' : `last answer ${status}`,
  testOk: (status: number, ms: number) => `The test arrived: answer ${status} after ${ms} ms.`,
  testRefused: (status: number) => `The test was answered with ${status}, which is not a success.`,
  testUnanswered: (error: string) => `The test didn't arrive. ${error}.`,
  testFailed: "We couldn't send the test. Please try again.",
  deliveriesFailed: "We couldn't load the deliveries. Please try again.",
  noDeliveries: 'Nothing sent yet. Deliveries are listed for 30 days.',
  sendFailed: "We couldn't send it again. Please try again.",
  sentAgain: 'Sending it again.',
  allTeams: 'Everyone',
} as const
