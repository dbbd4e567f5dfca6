import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import type { ConfirmInput } from '#shared/contract/second-step.ts'
import {
  identitiesReply,
  type LinkIdentityInput,
  linkIdentityReply,
} from '#shared/contract/single-sign-on.ts'
import { request } from '../../lib/api-client.ts'

export const identitiesKey = ['account', 'identities'] as const

export function useIdentities() {
  return useQuery({
    queryKey: identitiesKey,
    queryFn: ({ signal }) => request({ path: '/account/identities', reply: identitiesReply, signal }),
  })
}

/** The answer is a page of the provider. */
export function useLinkIdentity() {
  return useMutation({
    mutationFn: (body: LinkIdentityInput) =>
      request({ method: 'POST', path: '/account/identities', body, reply: linkIdentityReply }),
  })
}

export function useUnlinkIdentity() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ConfirmInput & { id: number }) =>
      request({ method: 'DELETE', path: `/account/identities/${id}`, body, reply: messageReply }),
    // Also after a failure, because another tab may have unlinked it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: identitiesKey }),
  })
}
