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

/** A page of the inbox, or the newest unread notifications. They are loaded again when the bell's number changes. */
export function useNotifications(filter: { page: number } | { unread: 'true'; limit: number }) {
  const queryClient = useQueryClient()
  const userId = useActor()?.id
  const unread = useUnread(userId)
  const query = useQuery({
    queryKey: [...notificationsKey, filter],
    queryFn: async ({ signal }) => {
      const version = unreadVersion(queryClient, userId)
      const reply = await request({
        path: '/notifications',
        query: filter,
        reply: notificationsReply,
        signal,
      })
      if (userId !== undefined && version === unreadVersion(queryClient, userId))
        showUnread(queryClient, userId, reply.unread)
      return reply
    },
    placeholderData: keepPreviousData,
    // The cached page is shown at once, and the current one right after.
    staleTime: 0,
  })

  const isBehind =
    query.data !== undefined &&
    !query.isFetching &&
    // After an error a new call would fail too, and so on without end.
    !query.isError &&
    unread !== undefined &&
    unread !== query.data.unread
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: notificationsKey })
  }, [isBehind, queryClient])
  return query
}

/** Both calls show their result at once, here and in the other tabs, before the server has answered. */
export function useReadCalls() {
  const queryClient = useQueryClient()
  const userId = useActor()?.id
  const unreadBefore = useUnread(userId)

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

  /** Marks all notifications if no ids are given. */
  function markRead(ids?: readonly number[]) {
    const now = toInstant(systemClock.now().getTime())
    const isAffected = ({ id, read_at }: Notification) => read_at === null && (!ids || ids.includes(id))
    show(
      each => (isAffected(each) ? { ...each, read_at: now } : each),
      changed => (ids ? (unreadBefore ?? changed) - changed : 0),
    )
    return send('/notifications/read', ids ? { ids } : {})
  }

  /** Undoes `markRead` for the ids that it has changed. */
  async function markUnread(ids: readonly number[]) {
    show(
      each => (ids.includes(each.id) ? { ...each, read_at: null } : each),
      () => (unreadBefore ?? 0) + ids.length,
    )
    for (let start = 0; start < ids.length; start += limits.notificationsReadMax)
      await send('/notifications/unread', { ids: ids.slice(start, start + limits.notificationsReadMax) })
  }

  return { markRead, markUnread }
}

/** Marks opened notifications as read, and makes the screens that they link to load their data again. */
export function useOpenNotification() {
  const queryClient = useQueryClient()
  const { markRead } = useReadCalls()
  return (ids: readonly number[]) => {
    // The cached report or task may be older than the notification about it.
    void queryClient.invalidateQueries({ refetchType: 'none' })
    // A failure is ignored, because the linked screen matters more. The notification stays unread.
    if (ids.length > 0) markRead(ids).catch(() => {})
  }
}

/** Handlers of a link: a click opens it here and the middle button in a new tab. The right button only opens a menu. */
export const openHandlers = (open: () => void) => ({
  onClick: open,
  onAuxClick: ({ button }: { button: number }) => {
    if (button === 1) open()
  },
})
