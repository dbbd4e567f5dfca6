import type { ReactNode } from 'react'
import { useMyBlockers } from '../features/blockers/api.ts'
import { usePart, useWasReady } from '../lib/use-part.ts'

/** What stands above the field of a report; undefined: not known yet. A failure leaves it out, and the form works. */
export function useStillBlocked(userId: number): ReactNode | undefined {
  const { data, isFetched, isSuccess } = useMyBlockers()
  const own = data?.data.filter(({ user_id }) => user_id === userId) ?? []
  const wasEmpty = useWasReady(isSuccess && own.length === 0)
  const StillBlocked = usePart(
    own.length > 0 && !wasEmpty,
    () => import('../features/blockers/still-blocked.tsx'),
  )
  const isReady = useWasReady(isFetched && StillBlocked !== undefined)
  if (!isReady) return undefined
  return StillBlocked ? <StillBlocked userId={userId} blockers={own} /> : null
}
