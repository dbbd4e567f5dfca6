import { useEffect, useState } from 'react'
import { useActor } from '../lib/can.tsx'
import { usePart } from '../lib/use-part.ts'
import { whenIdle } from '../lib/when-idle.ts'

/**
 * Beside every page, once that is there: what the user submitted offline. Should it not load, the page works all the
 * same, and what waits goes on waiting.
 */
export function WaitingSlot() {
  const user = useActor()
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  const WaitingReports = usePart(isIdle && user !== null, async () => {
    const part = await import('../features/reports/waiting/waiting.ts')
    return { default: part.WaitingReports }
  })
  return WaitingReports && user && <WaitingReports key={user.id} user={user} />
}
