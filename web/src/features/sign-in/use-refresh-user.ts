import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { getMeQuietly } from './api.ts'

/**
 * A role can change while the user is signed in. A reviewer's account is loaded again in the background on every
 * screen they open; the returned function loads it at any time.
 */
export function useRefreshUser(user: User | null, pathname: string, onSeen: (user: User) => void) {
  const [requested, setRequested] = useState(0)
  const isLoading = useRef(false)
  const refresh = useCallback(() => {
    // A refused request would trigger the next one, without end.
    if (!isLoading.current) setRequested(count => count + 1)
  }, [])
  const userId = user?.id
  const seenId = useRef<number>(undefined)

  const arrive = useEffectEvent(() => {
    const wasHere = seenId.current === userId
    seenId.current = userId
    if (wasHere && user && can(user, 'admin.open')) refresh()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new screen and user
  useEffect(() => arrive(), [pathname, userId])

  const see = useEffectEvent((seen: User | null) => {
    if (seen && seen.id === userId) onSeen(seen)
  })
  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (userId === undefined) return
    isLoading.current = true
    const seen = await getMeQuietly(signal)
    isLoading.current = false
    if (!signal.aborted) see(seen)
  })
  useEffect(() => {
    if (requested === 0) return
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [requested])

  return refresh
}
