import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AbsenceKind, absenceReply } from '#shared/contract/absences.ts'
import { messageReply } from '#shared/contract/errors.ts'
import { type MissedDays, missedDaysReply } from '#shared/contract/missed-days.ts'
import { request } from '../../lib/api-client.ts'
import { reportKeys } from '../reports/api.ts'

// Below the key of the reports, because a report that is submitted changes the missed days.
const missedDaysKey = [...reportKeys.all, 'missed'] as const

/** The days without a report that can still be written. */
export function useMissedDays({ enabled = true } = {}) {
  return useQuery({
    queryKey: missedDaysKey,
    queryFn: ({ signal }) => request({ path: '/reports/missed', reply: missedDaysReply, signal }),
    enabled,
  })
}

export function useAddTimeOff() {
  const refresh = useRefreshDays()
  return useMutation({
    mutationFn: (date: string) =>
      request({
        method: 'POST',
        path: '/absences',
        body: { start_date: date, end_date: date, kind: 'other' },
        reply: absenceReply,
      }),
    onSuccess: (_, date) => refresh(date),
    onError: () => refresh(),
  })
}

export function useSetKind() {
  const refresh = useRefreshDays()
  return useMutation({
    mutationFn: ({ id, kind }: { id: number; kind: AbsenceKind }) =>
      request({ method: 'PUT', path: `/absences/${id}`, body: { kind }, reply: absenceReply }),
    onSettled: () => refresh(),
  })
}

export function useDeleteTimeOff() {
  const refresh = useRefreshDays()
  return useMutation({
    mutationFn: (id: number) => request({ method: 'DELETE', path: `/absences/${id}`, reply: messageReply }),
    onSettled: () => refresh(),
  })
}

/** Removes a day from the list at once. All queries are loaded again, because many screens show days. */
function useRefreshDays() {
  const queryClient = useQueryClient()
  return (removedDay?: string) => {
    queryClient.setQueryData<MissedDays>(
      missedDaysKey,
      missed =>
        missed && {
          ...missed,
          days: missed.days.filter(day => day !== removedDay),
          reminders: missed.reminders.filter(({ date }) => date !== removedDay),
        },
    )
    void queryClient.invalidateQueries()
  }
}
