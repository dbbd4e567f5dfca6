import { useQuery } from '@tanstack/react-query'
import { settingsReply } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../lib/api-client.ts'

export const settingsKey = ['settings'] as const

/** The organization's settings: what counts for users who have none of their own. */
export function useSettings(enabled = true) {
  return useQuery({
    enabled,
    queryKey: settingsKey,
    queryFn: ({ signal }) => request({ path: '/settings', reply: settingsReply, signal }),
  })
}

/** The server marks its page where mail is set up, so that the pages before a sign-in need no call to know it. */
export const hasMail = () => 'mail' in document.documentElement.dataset

/** The name of the provider of single sign-on; undefined where there is none. */
export const providerName = () => document.documentElement.dataset.oidc

/** Only administrators can use a password here, unless the server has opened passwords for everyone again. */
export const isOnlySignOn = () => 'oidcOnly' in document.documentElement.dataset

/** In how many days a report can be edited. The server marks its page where the operator has set another number. */
export const editWindowDays = () => Number(document.documentElement.dataset.editDays ?? limits.editWindowDays)
