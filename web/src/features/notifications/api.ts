import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  type Notification,
  type NotificationPage,
  notificationsReply,
  readReply,
} from '#shared/contract/notifications.ts'
import { systemClock, toInstant } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { showUnread, unreadVersion, useUnread } from './unread.ts'

const notificationsKey = ['notifications'] as const

/** A page of the inbox, or the newest unread ones. It follows the bell: what the bell hears of is asked for. */
export function useNotifications(asked: { page: number } | { unread: 'true'; limit: number }) {
  const queryClient = useQueryClient()
  const userId = useActor()?.id
  const unread = useUnread(userId)
  const query = useQuery({
    queryKey: [...notificationsKey, asked],
    queryFn: async ({ signal }) => {
      const version = unreadVersion(queryClient, userId)
      const reply = await request({
        path: '/notifications',
        query: asked,
        reply: notificationsReply,
        signal,
      })
      if (userId !== undefined && version === unreadVersion(queryClient, userId))
        showUnread(queryClient, userId, reply.unread)
      return reply
    },
    placeholderData: keepPreviousData,
    // What was shown before is there at once, and what came since right after.
    staleTime: 0,
  })

  const isBehind =
    query.data !== undefined &&
    !query.isFetching &&
    // Asked again at once, a server that refuses would be asked without end.
    !query.isError &&
    unread !== undefined &&
    unread !== query.data.unread
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: notificationsKey })
  }, [isBehind, queryClient])
  return query
}

/** Both are shown at once, here and in the other tabs; the server's answer follows. */
export function useReadCalls() {
  const queryClient = useQueryClient()
  const userId = useActor()?.id
  const known = useUnread(userId)

  function show(change: (notification: Notification) => Notification, unread: (changed: number) => number) {
    const changed = new Set<number>()
    const changeOne = (before: Notification) => {
      const after = change(before)
      if (after !== before) changed.add(before.id)
      return after
    }
    const lists = queryClient.getQueriesData<NotificationPage>({ queryKey: notificationsKey })
    const changedLists = lists.map(([key, page]) => [key, page, page?.data.map(changeOne)] as const)
    const now = Math.max(0, unread(changed.size))
    for (const [key, page, data] of changedLists)
      if (page && data) queryClient.setQueryData<NotificationPage>(key, { ...page, data, unread: now })
    if (userId !== undefined) showUnread(queryClient, userId, now)
  }

  async function send(path: string, body: { ids?: readonly number[] }) {
    try {
      const reply = await request({ method: 'POST', path, body, reply: readReply })
      if (userId !== undefined) showUnread(queryClient, userId, reply.unread)
      return reply
    } finally {
      void queryClient.invalidateQueries({ queryKey: notificationsKey })
    }
  }

  /** Without ids: all. */
  function markRead(ids?: readonly number[]) {
    const now = toInstant(systemClock.now().getTime())
    const isMeant = ({ id, read_at }: Notification) => read_at === null && (!ids || ids.includes(id))
    show(
      each => (isMeant(each) ? { ...each, read_at: now } : each),
      changed => (ids ? (known ?? changed) - changed : 0),
    )
    return send('/notifications/read', ids ? { ids } : {})
  }

  /** Takes it back for those that it has changed. */
  async function markUnread(ids: readonly number[]) {
    show(
      each => (ids.includes(each.id) ? { ...each, read_at: null } : each),
      () => (known ?? 0) + ids.length,
    )
    for (let start = 0; start < ids.length; start += limits.notificationsReadMax)
      await send('/notifications/unread', { ids: ids.slice(start, start + limits.notificationsReadMax) })
  }

  return { markRead, markUnread }
}

/** Opening what a notification is about: it counts as read, and the screen it leads to asks the server again. */
export function useOpenNotification() {
  const queryClient = useQueryClient()
  const { markRead } = useReadCalls()
  return (ids: readonly number[]) => {
    // What is remembered of that report or task may be older than what the user is told about it.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    // The screen it leads to is what matters; if this fails it stays unread.
    if (ids.length > 0) markRead(ids).catch(() => {})
  }
}

/** For a link: a click opens it here, the middle button in a new tab, and the right one only a menu. */
export const whenOpened = (open: () => void) => ({
  onClick: open,
  onAuxClick: ({ button }: { button: number }) => {
    if (button === 1) open()
  },
})
