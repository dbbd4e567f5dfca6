import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { unreadReply } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { isOffline } from '../../lib/connection.ts'
import { readToken } from '../../lib/sign-in.ts'

// The number of unread notifications: one query for the bell and the pages, with the same value in all tabs.

// Its key isn't below that of the lists, because the calls that load the lists again also return this number.
const unreadQuery = (userId: number | undefined) =>
  queryOptions({ queryKey: ['unread', userId], queryFn: fetchUnread, staleTime: 0, retry: false })

/** Unlike other calls it logs no failures: the next call follows in half a minute, and no screen depends on it. */
async function fetchUnread() {
  const token = readToken()
  if (token === null || isOffline()) throw new Error('Signed out or offline')
  const response = await fetch('/api/notifications/unread', {
    headers: { 'x-auth-token': token },
    signal: AbortSignal.timeout(limits.readTimeoutMs),
    priority: 'low',
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return z.parse(unreadReply, await response.json()).unread
}

/** The bell's number, or undefined before its first answer. This hook sends no call of its own. */
export const useUnread = (userId: number | undefined) =>
  useQuery({ ...unreadQuery(userId), enabled: false }).data

let otherTabs: BroadcastChannel | undefined

/** For the bell: loads the number at once, when the window gets the focus, and every half minute while it is visible. */
export function usePolledUnread(userId: number) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...unreadQuery(userId),
    enabled: () => !document.hidden,
    refetchInterval: limits.unreadPollMs,
    refetchOnWindowFocus: 'always',
  })

  // React Query refetches when the page becomes visible. A window that was visible beside another only gets the focus.
  useEffect(() => {
    const { queryKey } = unreadQuery(userId)
    const refetch = () => void queryClient.refetchQueries({ queryKey }, { cancelRefetch: false })
    window.addEventListener('focus', refetch)
    return () => window.removeEventListener('focus', refetch)
  }, [queryClient, userId])

  useEffect(() => {
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`unread-${userId}`) : undefined
    channel?.addEventListener('message', ({ data }) => storeUnread(queryClient, userId, Number(data)))
    otherTabs = channel
    return () => {
      channel?.close()
      if (otherTabs === channel) otherTabs = undefined
    }
  }, [queryClient, userId])

  return data
}

function storeUnread(queryClient: QueryClient, userId: number, unread: number) {
  const { queryKey } = unreadQuery(userId)
  // The answer of a pending call may be older than this number.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, unread)
}

/** Shows a number that the server has returned, or that follows from the user's action, in all tabs. */
export function showUnread(queryClient: QueryClient, userId: number, unread: number) {
  storeUnread(queryClient, userId, unread)
  otherTabs?.postMessage(unread)
}

/** Changes with every update of the number, to detect that an answer is older than the number on screen. */
export const unreadVersion = (queryClient: QueryClient, userId: number | undefined) =>
  queryClient.getQueryState(unreadQuery(userId).queryKey)?.dataUpdateCount ?? 0
