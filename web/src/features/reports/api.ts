import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

import { useEffect } from 'react'
import * as z from 'zod/mini'
import {
  listedReportReply,
  type Report,
  type ReportDetails,
  type ReportPage,
  reportDetailsReply,
  reportPageReply,
  savedReportReply,
} from '#shared/contract/reports.ts'

import type { ReviewState } from '#shared/contract/reviews.ts'
import type { TeamDay } from '#shared/contract/team-day.ts'
import { localDay, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { request } from '../../lib/api-client.ts'
import { askOrRecall } from '../../lib/remembered.ts'

/** Every report that is loaded lies below `all`, whichever screen loaded it. */
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

type Change = <R extends Report>(report: R) => R

/** Changes a report wherever it is shown: in its details, in lists and in the team's day. */
export function changeShownReports(queryClient: QueryClient, viewerId: number | undefined, change: Change) {
  queryClient.setQueriesData({ queryKey: reportKeys.all }, (shown: unknown) => {
    if (isDetails(shown)) return keepIfSame(shown, 'report', change(shown.report))
    if (isList(shown)) return { ...shown, reports: shown.reports.map(change) }
    if (isTeamDay(shown)) return changeTeamDay(shown, viewerId, change)
    return shown
  })
}

function changeTeamDay(day: TeamDay, viewerId: number | undefined, change: Change): TeamDay {
  let toReview = day.counts.to_review
  const data = day.data.map(entry => {
    const report = entry.report && change(entry.report)
    if (!report || !entry.report || report === entry.report) return entry
    if (report.user_id !== viewerId) toReview += Number(isUnread(report)) - Number(isUnread(entry.report))
    return { ...entry, report }
  })
  // The same object as before where nothing changed: cards compare them.
  if (data.every((entry, index) => entry === day.data[index])) return day
  return { ...day, data, counts: { ...day.counts, to_review: toReview } }
}

export const isUnread = ({ review }: Report) => review.state === 'unreviewed'

const keepIfSame = <T extends object, K extends keyof T>(thing: T, name: K, value: T[K]): T =>
  thing[name] === value ? thing : { ...thing, [name]: value }

const isObject = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null
const isDetails = (data: unknown): data is ReportDetails => isObject(data) && 'report' in data
const isList = (data: unknown): data is ReportPage => isObject(data) && Array.isArray(data.reports)
const isTeamDay = (data: unknown): data is TeamDay =>
  isObject(data) && Array.isArray(data.data) && isObject(data.counts) && 'to_review' in data.counts

/** What narrows the list of all reports, as the URL and the API spell it. */
export type ReportFilters = {
  userId?: string
  projectId?: string
  startDate?: string
  endDate?: string
  review?: ReviewState
}

const reportPage = (filters: ReportFilters, page: number, ahead = false) =>
  queryOptions({
    queryKey: [...reportKeys.all, 'list', filters, page],
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { page, limit: limits.pageSize, include_task_details: 'true', ...filters },
        reply: reportPageReply,
        signal,
        ahead,
      }),
  })

export function useReports(filters: ReportFilters, page: number) {
  const options = reportPage(filters, page)
  const query = useQuery({
    ...options,
    // The page on screen stays until the next one is there.
    placeholderData: keepPreviousData,
  })
  useFollowReviews(filters, options.queryKey, query)
  return query
}

/**
 * A review takes a report out of a list that is filtered by reviews, and all that follow move up: its pages are asked for
 * again, or the next page would begin with a report too late.
 */
function useFollowReviews(
  filters: ReportFilters,
  queryKey: QueryKey,
  query: { isStale: boolean; refetch: () => unknown },
) {
  const queryClient = useQueryClient()
  const { isStale, refetch } = query
  const isOutdated =
    filters.review !== undefined && isStale && queryClient.getQueryState(queryKey)?.isInvalidated === true
  useEffect(() => {
    if (isOutdated) void refetch()
  }, [isOutdated, refetch])
}

/** The same list for finding a report's neighbours: no placeholder page, which would give wrong neighbours. */
export function useReportPage(filters: ReportFilters, page: number, { enabled = true, ahead = false } = {}) {
  const options = reportPage(filters, page, ahead)
  const query = useQuery({ ...options, enabled })
  useFollowReviews(filters, options.queryKey, query)
  return query
}

/** Prefetches a page of the list when the user hovers its number. */
export function usePrefetchReportPage(filters: ReportFilters) {
  const queryClient = useQueryClient()
  return (page: number) => void queryClient.prefetchQuery(reportPage(filters, page, true))
}

/** How many reports there are of a day. */
export function useReportCount(date: string) {
  return useQuery({
    queryKey: [...reportKeys.all, 'day', date],
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { date, limit: limits.pageSizeMax },
        reply: reportPageReply,
        signal,
      }),
    select: answer => answer.total,
  })
}
