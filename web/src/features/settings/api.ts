import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import { type Delivery, deliveriesReply, retriedDeliveryReply } from '#shared/contract/failed-mails.ts'
import {
  type Holiday,
  type HolidayInput,
  holidayReply,
  importedHolidaysReply,
  type Settings,
  type SettingsInput,
  settingsReply,
} from '#shared/contract/settings.ts'
import { settingsKey } from '../../domain/settings.ts'
import { request } from '../../lib/api-client.ts'

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsInput) =>
      request({ method: 'PUT', path: '/settings', body, reply: settingsReply }),
    onSuccess(settings) {
      queryClient.setQueryData<Settings>(settingsKey, settings)
      // Working days and reporting roles affect many screens.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== settingsKey[0] })
    },
  })
}

export function useAddHoliday() {
  const change = useChangeHolidays()
  return useMutation({
    mutationFn: (body: HolidayInput) =>
      request({ method: 'POST', path: '/holidays', body, reply: holidayReply }),
    onSuccess: added => change(holidays => [...holidays, added].sort((a, b) => a.date.localeCompare(b.date))),
  })
}

export function useImportHolidays() {
  const change = useChangeHolidays()
  return useMutation({
    mutationFn: (holidays: HolidayInput[]) =>
      request({ method: 'POST', path: '/holidays/import', body: { holidays }, reply: importedHolidaysReply }),
    onSuccess: () => change(holidays => holidays),
  })
}

export function useDeleteHoliday() {
  const change = useChangeHolidays()
  return useMutation({
    mutationFn: ({ id }: Holiday) =>
      request({ method: 'DELETE', path: `/holidays/${id}`, reply: messageReply }),
    onSuccess: (_, { id }) => change(holidays => holidays.filter(holiday => holiday.id !== id)),
    // Another admin may have deleted it before.
    onError: () => change(holidays => holidays),
  })
}

/** Changes the cached list at once, and loads all data again because holidays affect many screens. */
function useChangeHolidays() {
  const queryClient = useQueryClient()
  return (next: (holidays: Holiday[]) => Holiday[]) => {
    queryClient.setQueryData<Settings>(
      settingsKey,
      settings => settings && { ...settings, holidays: next(settings.holidays) },
    )
    void queryClient.invalidateQueries()
  }
}

const deliveriesKey = ['settings-deliveries'] as const
/** More failed mails than this are a problem of the mail server, not of single recipients. */
const deliveriesShown = 50

/** Mails that could not be delivered, the latest first. */
export function useDeliveries(isWanted = true) {
  return useQuery({
    enabled: isWanted,
    queryKey: deliveriesKey,
    queryFn: ({ signal }) =>
      request({
        path: '/settings/deliveries',
        query: { limit: deliveriesShown },
        reply: deliveriesReply,
        signal,
      }),
  })
}

export function useTestMail() {
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: '/settings/test-mail', reply: messageReply }),
  })
}

/** Ends the pause that follows a restore into an empty installation. */
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
