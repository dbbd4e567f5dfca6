import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { type Delivery, deliveriesReply, retriedDeliveryReply } from '#shared/contract/failed-mails.ts'
import { type Settings, settingsReply } from '#shared/contract/settings.ts'
import { request } from '../../lib/api-client.ts'
import { settingsKey } from '../../lib/use-settings.ts'

const deliveriesKey = ['settings-deliveries'] as const
/** A list of more says that the mail server is away, not whom it refuses. */
const shown = 50

/** Mails that could not be delivered, the latest first. */
export function useDeliveries(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: deliveriesKey,
    queryFn: ({ signal }) =>
      request({ path: '/settings/deliveries', query: { limit: shown }, reply: deliveriesReply, signal }),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: '/settings/test-mail', reply: messageReply }),
  })
}

/** Ends the pause after a restore into an empty place. */
export function useResumeMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: '/settings/resume-mail', reply: settingsReply }),
    onSuccess: settings => queryClient.setQueryData<Settings>(settingsKey, settings),
    onError: () => queryClient.invalidateQueries({ queryKey: settingsKey }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey }),
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
