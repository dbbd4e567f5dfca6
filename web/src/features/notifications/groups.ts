import type { Notification } from '#shared/contract/notifications.ts'

/** Notifications of one kind about the same thing, newest first: one line of the inbox. */
export type Group = {
  key: string
  latest: Notification
  older: Notification[]
  unreadIds: number[]
}

/** The groups, sorted by their newest notification. */
export function groupNotifications(notifications: readonly Notification[]): Group[] {
  const groups = new Map<string, Group>()
  for (const each of notifications) {
    const key = each.group === null ? String(each.id) : `${each.kind} ${each.group}`
    const group = groups.get(key)
    if (group) group.older.push(each)
    else groups.set(key, { key, latest: each, older: [], unreadIds: [] })
    if (each.read_at === null) groups.get(key)?.unreadIds.push(each.id)
  }
  return [...groups.values()]
}
