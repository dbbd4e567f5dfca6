import * as notifications from '#shared/contract/notifications.ts'
import { instant, type Notes, whole } from '../../http/openapi/notes.ts'

export const notificationsNotes: Notes = {
  contract: [notifications],
  fields: {
    'Notification.kind': { example: 'comment' },
    'Notification.text': { example: 'Max Manager commented on your report of 10 March' },
    'ExportedNotification.kind': { example: 'comment' },
    'ExportedNotification.text': { example: 'Max Manager commented on your report of 10 March' },
    excerpt: {
      description: 'The beginning of the comment or the blocker that it is about.',
      example: 'Which page is it about?',
    },
    'Notification.link': {
      description: 'A path of the web app: the comment, task, day or summary itself.',
      example: '/reports/1#comment-1',
    },
    group: { description: 'Those of one kind and group are about the same thing.', example: 'report:1' },
    actor_name: { description: 'Null if no user did it, as for reminders.', example: 'Max Manager' },
    read_at: { ...instant, description: 'Null while it is unread.', example: null },
    ...Object.fromEntries(
      ['Notifications', 'Unread', 'Read'].map(schema => [
        `${schema}.unread`,
        { ...whole, description: 'How many of your notifications are unread.', example: 1 },
      ]),
    ),
    'openUnsubscribe.code': { description: 'From the link.' },
    'unsubscribe.code': { description: 'From the link.' },
    'listNotifications.unread': { description: 'Only unread ones.' },
    'ReadInput.ids': { description: 'Without: all.', example: [1] },
    'UnreadInput.ids': { example: [1] },
    'Read.ids': { description: 'Those that changed.', example: [1] },
  },
}
