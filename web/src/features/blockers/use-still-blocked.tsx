import { useWasReady } from '../../lib/use-was-ready.ts'
import { useMyBlockers } from './api.ts'
import { StillBlocked } from './still-blocked.tsx'

/** What stands above the field of a report. A failure leaves it out, and the form works. */
export function useStillBlocked(userId: number) {
  const { data, isFetched, isSuccess } = useMyBlockers()
  const own = data?.data.filter(({ user_id }) => user_id === userId) ?? []
  const wasEmpty = useWasReady(isSuccess && own.length === 0)
  const isPending = !useWasReady(isFetched)
  const isShown = !isPending && own.length > 0 && !wasEmpty
  return { isPending, stillBlocked: isShown ? <StillBlocked userId={userId} blockers={own} /> : null }
}
