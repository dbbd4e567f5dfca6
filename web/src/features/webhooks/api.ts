import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import {
  newWebhookReply,
  type WebhookDelivery,
  type WebhookEditInput,
  type WebhookInput,
  webhookDeliveriesReply,
  webhookDeliveryReply,
  webhookReply,
  webhooksReply,
} from '#shared/contract/webhooks.ts'
import { request } from '../../lib/api-client.ts'
import { isAbsent } from '../../lib/api-error.ts'

const webhooksKey = ['webhooks'] as const
const deliveriesKey = (id: number) => [...webhooksKey, id, 'deliveries'] as const

/** By name. Null: the server is older than webhooks. */
export function useWebhooks() {
  return useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) =>
      request({ path: '/webhooks', reply: webhooksReply, signal }).catch(error => {
        if (isAbsent(error)) return null
        throw error
      }),
  })
}

export function useCreateWebhook() {
  return useMutation({
    mutationFn: (body: WebhookInput) =>
      request({ method: 'POST', path: '/webhooks', body, reply: newWebhookReply }),
    // The secret must not stay in memory once its page has gone.
    gcTime: 0,
    onSuccess: useRefreshWebhooks(),
  })
}

export function useEditWebhook(id: number) {
  return useMutation({
    mutationFn: (body: WebhookEditInput) =>
      request({ method: 'PUT', path: `/webhooks/${id}`, body, reply: webhookReply }),
    onSettled: useRefreshWebhooks(),
  })
}

export function useDeleteWebhook() {
  return useMutation({
    mutationFn: (id: number) => request({ method: 'DELETE', path: `/webhooks/${id}`, reply: messageReply }),
    // Also after a failure, because another admin may have deleted it.
    onSettled: useRefreshWebhooks(),
  })
}

export function useRenewSecret() {
  return useMutation({
    mutationFn: (id: number) =>
      request({ method: 'POST', path: `/webhooks/${id}/secret`, reply: newWebhookReply }),
    gcTime: 0,
  })
}

/** What was sent to a webhook, the newest first. While the list is open it is read again and again. */
export function useWebhookDeliveries(id: number, page: number) {
  return useQuery({
    queryKey: [...deliveriesKey(id), page],
    queryFn: ({ signal }) =>
      request({ path: `/webhooks/${id}/deliveries`, query: { page }, reply: webhookDeliveriesReply, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: pollMs,
  })
}
const pollMs = 3000

export function useTestWebhook(id: number) {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: `/webhooks/${id}/test`, reply: webhookDeliveryReply }),
    onSettled: useRefreshWebhooks(),
  })
}

export function useSendAgain(id: number) {
  return useMutation({
    mutationFn: (delivery: WebhookDelivery) =>
      request({
        method: 'POST',
        path: `/webhooks/${id}/deliveries/${delivery.id}/retry`,
        reply: webhookDeliveryReply,
      }),
    onSettled: useRefreshWebhooks(),
  })
}

/** Also the deliveries, whose keys begin with the same word. */
function useRefreshWebhooks() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: webhooksKey })
}
