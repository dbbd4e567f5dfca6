const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${several}`

/** The inbox, the bell and what users choose about both. Not in all.ts, which every page loads. */
export const inboxMessages = {
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
  unsubscribeNote:
    "You'll still find everything in the app. You can turn these emails on again in Your account.",
} as const
