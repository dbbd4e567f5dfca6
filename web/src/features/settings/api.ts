import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageReply } from '#shared/contract/errors.ts'
import {
  type Holiday,
  type HolidayInput,
  holidayReply,
  importedHolidaysReply,
  type Settings,
  type SettingsInput,
  settingsReply,
} from '#shared/contract/settings.ts'
import { request } from '../../lib/api-client.ts'
import { settingsKey } from '../../lib/use-settings.ts'

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SettingsInput) =>
      request({ method: 'PUT', path: '/settings', body, reply: settingsReply }),
    onSuccess(settings) {
      queryClient.setQueryData<Settings>(settingsKey, settings)
      // Which days are working days, and whose, is shown on many screens.
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
    // Another admin may have been faster.
    onError: () => change(holidays => holidays),
  })
}

/** Shows the result at once, and loads the list again. */
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
