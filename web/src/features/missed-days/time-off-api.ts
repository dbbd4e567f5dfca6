import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AbsenceKind, absenceReply } from '#shared/contract/absences.ts'
import { messageReply } from '#shared/contract/errors.ts'
import type { MissedDays } from '#shared/contract/missed-days.ts'
import { request } from '../../lib/api-client.ts'
import { missedKey } from './api.ts'

export function useAddTimeOff() {
  const change = useChangeMissed()
  return useMutation({
    mutationFn: (date: string) =>
      request({
        method: 'POST',
        path: '/absences',
        body: { start_date: date, end_date: date, kind: 'other' },
        reply: absenceReply,
      }),
    onSuccess: (_, date) => change(date),
    onError: () => change(),
  })
}

export function useSetKind() {
  const change = useChangeMissed()
  return useMutation({
    mutationFn: ({ id, kind }: { id: number; kind: AbsenceKind }) =>
      request({ method: 'PUT', path: `/absences/${id}`, body: { kind }, reply: absenceReply }),
    onSettled: () => change(),
  })
}

export function useDeleteTimeOff() {
  const change = useChangeMissed()
  return useMutation({
    mutationFn: (id: number) => request({ method: 'DELETE', path: `/absences/${id}`, reply: messageReply }),
    onSettled: () => change(),
  })
}

/** Shows at once that a day is no longer owed; every screen with days loads them again. */
function useChangeMissed() {
  const queryClient = useQueryClient()
  return (freed?: string) => {
    queryClient.setQueryData<MissedDays>(
      missedKey,
      missed =>
        missed && {
          days: missed.days.filter(day => day !== freed),
          reminders: missed.reminders.filter(({ date }) => date !== freed),
        },
    )
    void queryClient.invalidateQueries()
  }
}
