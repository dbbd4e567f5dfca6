import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { reportPageReply } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { type Asking, oneReport, reportKeys, useMyReportOn } from './api.ts'

const myReports = (page: number, { ahead }: Asking = {}) =>
  queryOptions({
    queryKey: reportKeys.mine(page),
    queryFn: ({ signal }) =>
      request({
        path: '/reports/me',
        query: { page, limit: limits.pageSize, include_task_details: 'true' },
        reply: reportPageReply,
        signal,
        ahead,
      }),
  })

export function useMyReports(page: number) {
  return useQuery({
    ...myReports(page),
    // The page on screen stays until the next one is there.
    placeholderData: keepPreviousData,
  })
}

/** For the dashboard, which shows the latest reports too: one call answers both. */
export function useReportOfToday(today: string) {
  const queryClient = useQueryClient()
  return useMyReportOn(today, { latest: () => queryClient.fetchQuery(myReports(1)) })
}

/** Prefetches a report when the user hovers its row. */
export function usePrefetchReports() {
  const queryClient = useQueryClient()
  return {
    prefetchReport: ({ id }: { id: number }) =>
      void queryClient.prefetchQuery(oneReport(String(id), { ahead: true })),
    prefetchMyReports: (page: number) => void queryClient.prefetchQuery(myReports(page, { ahead: true })),
  }
}
