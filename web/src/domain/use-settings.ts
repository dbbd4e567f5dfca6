import { useQuery } from '@tanstack/react-query'
import { settingsReply } from '#shared/contract/settings.ts'
import { request } from '../lib/api-client.ts'

export const settingsKey = ['settings'] as const

/** The organization's settings: what counts for users who have none of their own. */
export function useSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => request({ path: '/settings', reply: settingsReply, signal }),
  })
}
