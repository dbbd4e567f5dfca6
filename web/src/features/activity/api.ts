import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ActivitySourceInput,
  activitySourcePageReply,
  activitySourceReply,
  newActivitySourceReply,
  waitingClaimPageReply,
} from '#shared/contract/activity.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'

const sourcesKey = ['activity-sources'] as const

export function useActivitySources() {
  return useQuery({
    queryKey: sourcesKey,
    queryFn: ({ signal }) =>
      request({
        path: '/activity-sources',
        query: { limit: limits.pageSizeMax },
        reply: activitySourcePageReply,
        signal,
      }),
  })
}

const claimsKey = ['activity-claims'] as const

/** What people list and what this reviewer can confirm. */
export function useWaitingClaims() {
  return useQuery({
    queryKey: claimsKey,
    queryFn: ({ signal }) =>
      request({
        path: '/activity-claims',
        query: { limit: limits.pageSizeMax },
        reply: waitingClaimPageReply,
        signal,
      }),
  })
}

export function useConfirmClaim() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'POST', path: `/activity-claims/${id}/confirm`, reply: messageReply }),
    // Also after a failure, because another reviewer may have decided.
    onSettled: useRefreshClaims(),
  })
}

export function useDeclineClaim() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'DELETE', path: `/activity-claims/${id}`, reply: messageReply }),
    onSettled: useRefreshClaims(),
  })
}

function useRefreshClaims() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: claimsKey })
}

export function useCreateSource() {
  return useMutation({
    mutationFn: (body: ActivitySourceInput) =>
      request({ method: 'POST', path: '/activity-sources', body, reply: newActivitySourceReply }),
    // The secret must not stay in memory once its page has gone.
    gcTime: 0,
    onSuccess: useRefreshSources(),
  })
}

export function useSaveSource(id: number) {
  return useMutation({
    mutationFn: ({ name, project_id }: ActivitySourceInput) =>
      request({
        method: 'PUT',
        path: `/activity-sources/${id}`,
        body: { name, project_id },
        reply: activitySourceReply,
      }),
    onSuccess: useRefreshSources(),
  })
}

export function useReplaceSecret() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'POST', path: `/activity-sources/${id}/secret`, reply: newActivitySourceReply }),
    gcTime: 0,
  })
}

export function useDeleteSource() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'DELETE', path: `/activity-sources/${id}`, reply: messageReply }),
    // Also after a failure, because another admin may have deleted it.
    onSettled: useRefreshSources(),
  })
}

function useRefreshSources() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: sourcesKey })
}
