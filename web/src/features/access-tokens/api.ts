import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AccessTokenInput,
  accessTokensReply,
  newAccessTokenReply,
} from '#shared/contract/access-tokens.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { request } from '../../lib/api-client.ts'

const tokensKey = ['account', 'tokens'] as const

export function useAccessTokens() {
  return useQuery({
    queryKey: tokensKey,
    queryFn: ({ signal }) => request({ path: '/account/tokens', reply: accessTokensReply, signal }),
  })
}

export function useCreateAccessToken() {
  return useMutation({
    mutationFn: (body: AccessTokenInput) =>
      request({ method: 'POST', path: '/account/tokens', body, reply: newAccessTokenReply }),
    // The token must not stay in memory once its page has gone.
    gcTime: 0,
    onSuccess: useRefreshTokens(),
  })
}

export function useDeleteAccessToken() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'DELETE', path: `/account/tokens/${id}`, reply: messageReply }),
    // Also after a failure, because another tab may have deleted it.
    onSettled: useRefreshTokens(),
  })
}

function useRefreshTokens() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: tokensKey })
}
