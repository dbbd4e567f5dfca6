import type { Notification, NotificationPage } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'

export const makeNotification = (id: number, given: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'comment',
  text: 'Max Muster commented on your report of 2 March',
  excerpt: `Comment ${id}`,
  link: `/reports/3#comment-${id}`,
  group: null,
  actor_name: 'Max Muster',
  created_at: '2026-03-02T17:00:00.000Z',
  read_at: null,
  ...given,
})

export const makeNotificationPage = (
  data: Notification[],
  { total = data.length, page = 1, unread = data.filter(({ read_at }) => read_at === null).length } = {},
): NotificationPage => ({
  data,
  pagination: {
    total,
    pages: Math.ceil(total / limits.notificationsPage),
    page,
    limit: limits.notificationsPage,
  },
  unread,
})
