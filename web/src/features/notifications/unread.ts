import { useEffect, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { unreadReply } from '#shared/contract/notification-reply.ts'
import { limits, notificationLimits } from '#shared/limits.ts'
import { isOffline } from '../../lib/connection.ts'
import { readToken } from '../../lib/sign-in.ts'

// How many notifications the user hasn't read: one number for the bell and the pages, the same in all tabs.

let shown: { userId: number; unread: number } | undefined
let changes = 0
let channel: BroadcastChannel | undefined
const listeners = new Set<() => void>()

function change(userId: number, unread: number) {
  changes++
  if (shown?.userId === userId && shown.unread === unread) return
  shown = { userId, unread }
  for (const tell of listeners) tell()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Undefined: not known yet. */
export const useUnread = (userId: number | undefined) =>
  useSyncExternalStore(subscribe, () => (shown?.userId === userId ? shown?.unread : undefined))

/** What the server answered, or what the user did here; the other tabs hear of it. */
export function showUnread(userId: number, unread: number) {
  change(userId, unread)
  channel?.postMessage(unread)
}

/** For an answer on its way: false once something newer is known, about which it says nothing. */
export function sinceNow() {
  const asked = changes
  return () => asked === changes
}

/** Quiet, unlike other calls: the next one is half a minute away, and nothing on the screen depends on it. */
async function ask(userId: number) {
  const token = readToken()
  if (token === null || isOffline()) return
  const isLatest = sinceNow()
  try {
    const response = await fetch('/api/notifications/unread', {
      headers: { 'x-auth-token': token },
      signal: AbortSignal.timeout(limits.readTimeoutMs),
      priority: 'low',
    })
    const reply = z.safeParse(unreadReply, await response.json())
    if (response.ok && reply.success && isLatest()) change(userId, reply.data.unread)
  } catch {
    // Offline, or the server is away.
  }
}

/** Keeps the number right: asks now, whenever the window gets the focus, and every half minute while it is seen. */
export function useAskUnread(userId: number) {
  useEffect(() => {
    let isAsking = false
    async function askOnce() {
      if (isAsking || document.hidden) return
      isAsking = true
      await ask(userId)
      isAsking = false
    }
    const handle = () => void askOnce()
    handle()
    const timer = setInterval(handle, notificationLimits.askEveryMs)
    window.addEventListener('focus', handle)
    window.addEventListener('online', handle)
    document.addEventListener('visibilitychange', handle)
    const own = 'BroadcastChannel' in window ? new BroadcastChannel(`unread-${userId}`) : undefined
    own?.addEventListener('message', ({ data }) => change(userId, Number(data)))
    channel = own
    return () => {
      clearInterval(timer)
      window.removeEventListener('focus', handle)
      window.removeEventListener('online', handle)
      document.removeEventListener('visibilitychange', handle)
      own?.close()
      if (channel === own) channel = undefined
    }
  }, [userId])
}
