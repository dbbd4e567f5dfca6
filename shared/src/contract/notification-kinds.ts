export const notificationKinds = [
  'comment',
  'reply',
  'mention',
  'review',
  'task_assigned',
  'task_completed',
  'blocker_assigned',
  'blocker_resolved',
  'reminder',
  'nudge',
  'summary',
] as const
export type NotificationKind = (typeof notificationKinds)[number]
