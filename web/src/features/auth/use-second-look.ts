import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { getMeQuietly } from './api.ts'

/**
 * A role can be changed while somebody is signed in. Those with something to lose are looked at again on every
 * screen they open, without waiting for it; the returned function asks for a look at any time.
 */
export function useRefreshUser(user: User | null, pathname: string, onSeen: (user: User) => void) {
  const [looks, setLooks] = useState(0)
  const isLooking = useRef(false)
  const ask = useCallback(() => {
    // A look that is itself refused must not lead to the next one.
    if (!isLooking.current) setLooks(count => count + 1)
  }, [])
  const userId = user?.id
  const seenId = useRef<number>(undefined)

  const arrive = useEffectEvent(() => {
    const wasHere = seenId.current === userId
    seenId.current = userId
    if (wasHere && user && can(user, 'admin.open')) ask()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen or a new person is an arrival
  useEffect(() => arrive(), [pathname, userId])

  const see = useEffectEvent((seen: User | null) => {
    if (seen && seen.id === userId) onSeen(seen)
  })
  const look = useEffectEvent(async (signal: AbortSignal) => {
    if (userId === undefined) return
    isLooking.current = true
    const seen = await getMeQuietly(signal)
    isLooking.current = false
    if (!signal.aborted) see(seen)
  })
  useEffect(() => {
    if (looks === 0) return
    const controller = new AbortController()
    void look(controller.signal)
    return () => controller.abort()
  }, [looks])

  return ask
}
