import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { unreadReply } from '#shared/contract/notifications.ts'
import { limits } from '#shared/limits.ts'
import { isOffline } from '../../lib/connection.ts'
import { readToken } from '../../lib/sign-in.ts'

// How many notifications the user hasn't read: one number for the bell and the pages, the same in all tabs.

// Its key isn't below that of the lists: what invalidates the lists brings this number along.
const unreadQuery = (userId: number | undefined) =>
  queryOptions({ queryKey: ['unread', userId], queryFn: fetchUnread, staleTime: 0, retry: false })

/** Logs no failures, unlike other calls: the next one is half a minute away, and no screen depends on it. */
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

/** What the bell knows; undefined: nothing yet. Asks for nothing itself. */
export const useUnread = (userId: number | undefined) =>
  useQuery({ ...unreadQuery(userId), enabled: false }).data

let otherTabs: BroadcastChannel | undefined

/** For the bell: asks at once, whenever the window gets the focus, and every half minute while the page is visible. */
export function usePolledUnread(userId: number) {
  const queryClient = useQueryClient()
  const { data } = useQuery({
    ...unreadQuery(userId),
    enabled: () => !document.hidden,
    refetchInterval: limits.unreadPollMs,
    refetchOnWindowFocus: 'always',
  })

  // React Query asks when the page becomes visible. A window that was visible beside another one gets only the focus.
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
  // An answer that is still on its way may be older than this number.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, unread)
}

/** Shows what the server answered, or what the user did here, in all tabs. */
export function showUnread(queryClient: QueryClient, userId: number, unread: number) {
  storeUnread(queryClient, userId, unread)
  otherTabs?.postMessage(unread)
}

/** Changes with every update of the number: tells whether an answer is older than what is known by now. */
export const unreadVersion = (queryClient: QueryClient, userId: number | undefined) =>
  queryClient.getQueryState(unreadQuery(userId).queryKey)?.dataUpdateCount ?? 0
