import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type Account,
  type AccountInput,
  accountReply,
  type OwnPasswordInput,
  signInsReply,
} from '#shared/contract/account.ts'
import type { ClaimCodeInput } from '#shared/contract/activity.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { endedAccessReply } from '#shared/contract/users.ts'
import { request } from '../../lib/api-client.ts'
import { identitiesKey } from '../single-sign-on/api.ts'

const signInsKey = ['account', 'sign-ins'] as const

export function useSignIns() {
  return useQuery({
    queryKey: signInsKey,
    queryFn: ({ signal }) => request({ path: '/account/sign-ins', reply: signInsReply, signal }),
  })
}

export const accountKey = ['account', 'own'] as const

export function useAccount({ enabled = true } = {}) {
  return useQuery({
    queryKey: accountKey,
    queryFn: ({ signal }) => request({ path: '/account', reply: accountReply, signal }),
    enabled,
  })
}

export function useUpdateAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: AccountInput) =>
      request({ method: 'PUT', path: '/account', body, reply: accountReply }),
    // Many screens show the name, or days that depend on the time zone and the working days.
    onSuccess(account) {
      queryClient.setQueryData<Account>(accountKey, account)
      void queryClient.invalidateQueries()
    },
  })
}

/** Confirms an e-mail with the code that was mailed to it. */
export function useEnterActivityCode(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ClaimCodeInput) =>
      request({ method: 'POST', path: `/account/activity-claims/${id}/code`, body, reply: messageReply }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  })
}

export function useMailActivityCode(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request({ method: 'POST', path: `/account/activity-claims/${id}/mail`, reply: messageReply }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  })
}

export function useChangePassword() {
  const queryClient = useQueryClient()
  const refreshSignIns = useRefreshSignIns()
  return useMutation({
    mutationFn: (body: OwnPasswordInput) =>
      request({ method: 'PUT', path: '/account/password', body, reply: messageReply }),
    onSuccess() {
      // The first password changes what the account page asks for.
      void queryClient.invalidateQueries({ queryKey: accountKey })
      void queryClient.invalidateQueries({ queryKey: identitiesKey })
      return refreshSignIns()
    },
  })
}

/** Signs out one device, or all devices but this one. */
export function useEndSignIns() {
  return useMutation({
    mutationFn: (id: number | 'others') =>
      request({
        method: 'DELETE',
        path: id === 'others' ? '/account/sign-ins' : `/account/sign-ins/${id}`,
        reply: messageReply,
      }),
    // Also after a failure, because the device may have signed out already.
    onSettled: useRefreshSignIns(),
  })
}

/** Ends all sign-ins and access tokens, also the sign-in of this page. */
export function useEndOwnAccess() {
  return useMutation({
    mutationFn: () => request({ method: 'DELETE', path: '/account/access', reply: endedAccessReply }),
  })
}

function useRefreshSignIns() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: signInsKey })
}
