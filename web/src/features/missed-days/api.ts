import { useQuery } from '@tanstack/react-query'
import { missedDaysReply } from '#shared/contract/missed-days.ts'
import { request } from '../../lib/api-client.ts'

// Below the key of all reports: sending one asks for these again.
export const missedKey = ['reports', 'missed'] as const

/** The days without a report that can still be written. */
export function useMissedDays({ enabled = true } = {}) {
  return useQuery({
    queryKey: missedKey,
    queryFn: ({ signal }) => request({ path: '/reports/missed', reply: missedDaysReply, signal }),
    enabled,
  })
}
