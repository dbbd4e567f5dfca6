import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Delivery, deliveriesReply, retriedDeliveryReply } from '#shared/contract/deliveries.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { request } from '../../lib/api-client.ts'

const deliveriesKey = ['settings-deliveries'] as const

/** Mails that could not be delivered. */
export function useDeliveries(page: number) {
  return useQuery({
    queryKey: [...deliveriesKey, page],
    queryFn: ({ signal }) =>
      request({ path: '/settings/deliveries', query: { page }, reply: deliveriesReply, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: '/settings/test-mail', reply: messageReply }),
  })
}

export function useRetryDelivery() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Delivery) =>
      request({ method: 'POST', path: `/settings/deliveries/${id}/retry`, reply: retriedDeliveryReply }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
  })
}
