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
    onSuccess: (_, date) => change(days => days.filter(day => day !== date)),
    onError: () => change(days => days),
  })
}

export function useSetKind() {
  const change = useChangeMissed()
  return useMutation({
    mutationFn: ({ id, kind }: { id: number; kind: AbsenceKind }) =>
      request({ method: 'PUT', path: `/absences/${id}`, body: { kind }, reply: absenceReply }),
    onSettled: () => change(days => days),
  })
}

export function useDeleteTimeOff() {
  const change = useChangeMissed()
  return useMutation({
    mutationFn: (id: number) => request({ method: 'DELETE', path: `/absences/${id}`, reply: messageReply }),
    onSettled: () => change(days => days),
  })
}

/** Shows the result at once; every screen with days loads them again. */
function useChangeMissed() {
  const queryClient = useQueryClient()
  return (next: (days: string[]) => string[]) => {
    queryClient.setQueryData<MissedDays>(
      missedKey,
      missed => missed && { ...missed, days: next(missed.days) },
    )
    void queryClient.invalidateQueries()
  }
}
