import { type ComponentType, useEffect, useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { isOffline, onReconnect } from '../lib/connection.ts'

type Bell = ComponentType<{ userId: number }>

/** The room of the bell, which comes once the page is there: it moves nothing, and no page waits for it. */
export function BellPlace({ user }: { user: User }) {
  const [Bell, setBell] = useState<Bell>()

  useEffect(() => {
    if (Bell) return
    const load = () =>
      import('../features/notifications/bell.tsx').then(
        part => setBell(() => part.default),
        // Nothing depends on it.
        () => {},
      )
    // Not at once: what the page shows is loaded first.
    const timer = setTimeout(() => isOffline() || load(), 300)
    const stop = onReconnect(() => void load())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [Bell])

  return <span className="bell-place">{Bell && <Bell key={user.id} userId={user.id} />}</span>
}
