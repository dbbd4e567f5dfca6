import { useEffect, useState } from 'react'
import type { User } from '#shared/contract/users.ts'
import { waitingKey } from '../features/reports/waiting/waiting-key.ts'
import { beforeLogout } from '../lib/before-logout.ts'
import { useActor } from '../lib/can.tsx'
import { usePart } from '../lib/use-part.ts'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * Beside every page, once that is there: what the user submitted offline. Should it not load, the page works all the
 * same, and what waits goes on waiting.
 */
export function WaitingSlot() {
  const user = useActor()
  return user && <Slot key={user.id} user={user} />
}

function Slot({ user }: { user: User }) {
  const [isWanted, setIsWanted] = useState(false)
  /** Logout was pressed before its question could be asked. */
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => whenIdle(() => setIsWanted(true)), [])
  const WaitingReports = usePart(isWanted, async () => {
    const part = await import('../features/reports/waiting/waiting.ts')
    return { default: part.WaitingReports }
  })
  const hasFailed = isWanted && WaitingReports === null

  useEffect(() => {
    if (WaitingReports) return
    if (hasFailed) return leave?.()
    return beforeLogout(go => {
      if (!localStorage.getItem(waitingKey(user.id))) return go()
      setIsWanted(true)
      setLeave(() => go)
    })
  }, [WaitingReports, hasFailed, leave, user.id])

  return WaitingReports && <WaitingReports user={user} leaving={leave} />
}
