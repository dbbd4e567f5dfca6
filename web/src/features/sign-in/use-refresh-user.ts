import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Me } from '#shared/contract/users.ts'
import { can } from '#shared/permissions.ts'
import { ownAccountChanged } from '../../lib/sign-in.ts'
import { getMeOrNull } from './api.ts'

/**
 * A role can change while the user is signed in. A reviewer's account is loaded again in the background on every
 * screen they open; the returned function loads it at any time.
 */
export function useRefreshUser(user: Me | null, pathname: string, onLoaded: (user: Me) => void) {
  const [requested, setRequested] = useState(0)
  const isLoading = useRef(false)
  const refresh = useCallback(() => {
    // A refused request calls `refresh` again, which would repeat endlessly.
    if (!isLoading.current) setRequested(count => count + 1)
  }, [])
  // An answer on its way may be older than the change, so it is asked for again.
  useEffect(() => ownAccountChanged.subscribe(() => setRequested(count => count + 1)), [])
  const userId = user?.id
  const lastUserId = useRef<number>(undefined)

  const handleScreen = useEffectEvent(() => {
    const isSameUser = lastUserId.current === userId
    lastUserId.current = userId
    if (isSameUser && user && can(user, 'admin.open')) refresh()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new screen and user
  useEffect(() => handleScreen(), [pathname, userId])

  const handleLoaded = useEffectEvent((loaded: Me | null) => {
    if (loaded && loaded.id === userId) onLoaded(loaded)
  })
  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (userId === undefined) return
    isLoading.current = true
    const loaded = await getMeOrNull(signal)
    isLoading.current = false
    if (!signal.aborted) handleLoaded(loaded)
  })
  useEffect(() => {
    if (requested === 0) return
    const controller = new AbortController()
    void load(controller.signal)
    return () => controller.abort()
  }, [requested])

  return refresh
}
