import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  listedReportReply,
  type ReportPage,
  reportDetailsReply,
  reportPageReply,
  savedReportReply,
} from '#shared/contract/reports.ts'
import { localDay, systemClock } from '#shared/dates.ts'
import { request } from '../../lib/api-client.ts'
import { askOrRecall } from '../../lib/remembered.ts'

export const reportKeys = {
  all: ['reports'] as const,
  mine: (page: number) => [...reportKeys.all, 'mine', page] as const,
  onDay: (date: string) => [...reportKeys.all, 'on-day', date] as const,
  one: (id: string) => [...reportKeys.all, 'one', id] as const,
}

/** What the form sends: hours as typed (hour.minutes), checked by the same `reportInput` on both sides. */
export type ReportBody = {
  date: string
  tasks: string
  blockers: string
  tomorrow_plan: string
  project_id: number
  hours_worked: number
  task_details: { description: string; hours: string; project_id: number; task_id: number | null }[]
}

/** `ahead`: a prefetch. */
export type Asking = { ahead?: boolean }

/**
 * The signed-in person's report of one day, or null. `latest` asks for the first page of their reports: a screen that
 * shows those too finds today's among them, and its own call is only needed when that one fails.
 */
export function useMyReportOn(date: string, { latest }: { latest?: () => Promise<ReportPage> } = {}) {
  return useQuery({
    queryKey: reportKeys.onDay(date),
    queryFn: async ({ signal }) => {
      const askForDay = () =>
        request({
          path: '/reports/me',
          query: { date, limit: 1, include_task_details: 'true' },
          reply: reportPageReply,
          signal,
        })
      const ask = async () => {
        const { reports } = (await latest?.().catch(() => null)) ?? (await askForDay())
        // An older server doesn't know the day in the query, and answers with the newest.
        return { date, report: reports.find(report => report.date === date) ?? null }
      }
      const isToday = date === localDay(systemClock.now())
      const asking = { name: 'report-of-today', shape: reportOfDay(date), ask }
      return (isToday ? await askOrRecall(asking) : await ask()).report
    },
  })
}

/** One that was remembered on another day is no answer. */
const reportOfDay = (date: string) =>
  z.object({ date: z.literal(date), report: z.nullable(listedReportReply) })

export const oneReport = (id: string, { ahead }: Asking = {}) =>
  queryOptions({
    queryKey: reportKeys.one(id),
    queryFn: ({ signal }) =>
      request({
        path: `/reports/${id}`,
        query: { include_task_details: 'true' },
        reply: reportDetailsReply,
        signal,
        ahead,
      }),
  })

export const useReport = (id: string, { enabled = true, ...asking }: Asking & { enabled?: boolean } = {}) =>
  useQuery({ ...oneReport(id, asking), enabled })

export function useSubmitReport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportBody) =>
      // The form shows the session message itself and goes to /login after it could be read.
      request({
        method: 'POST',
        path: '/reports',
        body,
        reply: savedReportReply,
        leaveOnInvalidToken: false,
      }),
    // Not waited for: it is saved, whenever the lists have caught up.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  })
}

export function useUpdateReport(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportBody) =>
      request({
        method: 'PUT',
        path: `/reports/${id}`,
        body,
        reply: savedReportReply,
        leaveOnInvalidToken: false,
      }),
    // Not waited for: it is saved, whenever the lists have caught up.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  })
}
