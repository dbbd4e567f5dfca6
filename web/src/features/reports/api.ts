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
import { messageReply } from '#shared/contract/errors.ts'
import { foundReportDraftReply } from '#shared/contract/report-drafts.ts'
import {
  listedReportReply,
  type Report,
  type ReportDetails,
  type ReportPage,
  reportDetailsReply,
  reportPageReply,
  revisionsReply,
  savedReportReply,
} from '#shared/contract/reports.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { suggestionsReply } from '#shared/contract/suggestions.ts'
import type { TeamDay } from '#shared/contract/team-day.ts'
import { localDay, systemClock } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import type { Role } from '#shared/roles.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-error.ts'
import { isUnreachable } from '../../lib/connection.ts'
import { askOrRecall } from '../../lib/remembered.ts'

/** Every loaded report is below `all`, so that one call changes or invalidates it on all screens. */
export const reportKeys = {
  all: ['reports'] as const,
  mine: (page: number) => [...reportKeys.all, 'mine', page] as const,
  onDay: (date: string) => [...reportKeys.all, 'on-day', date] as const,
  one: (id: string) => [...reportKeys.all, 'one', id] as const,
  list: (filters: ReportQuery, page: number) => [...reportKeys.all, 'list', filters, page] as const,
  countOn: (date: string, teamId: TeamIds) => [...reportKeys.all, 'day', date, teamId] as const,
  revisions: (id: number, revision: number) => [...reportKeys.all, 'revisions', id, revision] as const,
  suggestions: (date: string) => [...reportKeys.all, 'suggestions', date] as const,
  savedDraft: (date: string) => [...reportKeys.all, 'draft', date] as const,
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

type FetchOptions = {
  /** The call is a prefetch. */
  ahead?: boolean
}

/**
 * The signed-in user's report of one day, or null. `latest` loads the first page of their reports: a screen that shows
 * that page too finds today's report on it, and sends a call of its own only when that one fails.
 */
export function useMyReportOn(date: string, { latest }: { latest?: () => Promise<ReportPage> } = {}) {
  return useQuery({
    queryKey: reportKeys.onDay(date),
    queryFn: async ({ signal }) => {
      const fetchDay = () =>
        request({
          path: '/reports/me',
          query: { date, limit: 1, include_task_details: 'true' },
          reply: reportPageReply,
          signal,
        })
      const ask = async () => {
        const { reports } = (await latest?.().catch(nullIfAnswered)) ?? (await fetchDay())
        // An older server ignores the date in the query and answers with the newest report.
        return { date, report: reports.find(report => report.date === date) ?? null }
      }
      const isToday = date === localDay(systemClock.now())
      const remembered = { name: 'report-of-today', shape: reportOfDay(date), ask }
      return (isToday ? await askOrRecall(remembered) : await ask()).report
    },
  })
}

/** A server that can't be reached, or that has ended the session, gives no better answer to a second call. */
function nullIfAnswered(error: unknown) {
  if (error instanceof ApiError && (isUnreachable(error.status) || error.status === 401)) throw error
  return null
}

/** Rejects a remembered answer of another day. */
const reportOfDay = (date: string) =>
  z.object({ date: z.literal(date), report: z.nullable(listedReportReply) })

const reportQuery = (id: string, { ahead }: FetchOptions = {}) =>
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

export const useReport = (
  id: string,
  { enabled = true, ...options }: FetchOptions & { enabled?: boolean } = {},
) => useQuery({ ...reportQuery(id, options), enabled })

export function useSubmitReport() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ReportBody) =>
      // The form itself shows that the session has expired, and opens /login once the user had time to read it.
      request({
        method: 'POST',
        path: '/reports',
        body,
        reply: savedReportReply,
        leaveOnInvalidToken: false,
      }),
    // Not awaited: the report is saved, also while the lists are still loading.
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
    // Not awaited: the report is saved, also while the lists are still loading.
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: reportKeys.all }),
  })
}

const myReportsQuery = (page: number, { ahead }: FetchOptions = {}) =>
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
    ...myReportsQuery(page),
    // The current page stays on screen until the next one is loaded.
    placeholderData: keepPreviousData,
  })
}

/** For the dashboard, which also shows the latest reports: one call is enough for both. */
export function useReportOfToday(today: string) {
  const queryClient = useQueryClient()
  return useMyReportOn(today, { latest: () => queryClient.fetchQuery(myReportsQuery(1)) })
}

/** Prefetches a report when the user hovers its row. */
export function usePrefetchReports() {
  const queryClient = useQueryClient()
  return {
    prefetchReport: ({ id }: { id: number }) =>
      void queryClient.prefetchQuery(reportQuery(String(id), { ahead: true })),
    prefetchMyReports: (page: number) =>
      void queryClient.prefetchQuery(myReportsQuery(page, { ahead: true })),
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
  const data = day.data.map(entry => {
    const report = entry.report && change(entry.report)
    return !report || report === entry.report ? entry : { ...entry, report }
  })
  // The same object is returned if nothing changed, because cards compare them by identity.
  if (data.every((entry, index) => entry === day.data[index])) return day
  return withEntries(day, data, viewerId)
}

/** The day with changed entries. Reports that changed their review state are counted in the other state. */
export function withEntries(day: TeamDay, data: TeamDay['data'], viewerId: number | undefined): TeamDay {
  let { needs_changes } = day
  let { to_review } = day.counts
  for (const [index, { report }] of data.entries()) {
    const before = day.data[index]?.report
    if (!report || !before || report.user_id === viewerId) continue
    to_review += Number(isUnread(report)) - Number(isUnread(before))
    needs_changes += Number(needsChanges(report)) - Number(needsChanges(before))
  }
  return { ...day, data, needs_changes, counts: { ...day.counts, to_review } }
}

export const isUnread = ({ review }: Report) => review.state === 'unreviewed'
const needsChanges = ({ review }: Report) => review.state === 'needs_changes'

const keepIfSame = <T extends object, K extends keyof T>(thing: T, name: K, value: T[K]): T =>
  thing[name] === value ? thing : { ...thing, [name]: value }

const isObject = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null
const isDetails = (data: unknown): data is ReportDetails => isObject(data) && 'report' in data
const isList = (data: unknown): data is ReportPage => isObject(data) && Array.isArray(data.reports)
const isTeamDay = (data: unknown): data is TeamDay =>
  isObject(data) && Array.isArray(data.data) && isObject(data.counts) && 'to_review' in data.counts

/** Filters of the list of all reports, with the names that the URL and the API use. */
export type ReportFilters = {
  userId?: string
  projectId?: string
  /** Only in links of Insights; the filter bar has no field for it. */
  role?: Role
  startDate?: string
  endDate?: string
  review?: ReviewState
}

/** The filters, and the teams whose reports are listed. */
export type ReportQuery = ReportFilters & { teamId?: TeamIds }

const reportListQuery = (filters: ReportQuery, page: number, ahead = false) =>
  queryOptions({
    queryKey: reportKeys.list(filters, page),
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { page, limit: limits.pageSize, include_task_details: 'true', ...filters },
        reply: reportPageReply,
        signal,
        ahead,
      }),
  })

export function useReports(filters: ReportQuery, page: number) {
  const options = reportListQuery(filters, page)
  const query = useQuery({
    ...options,
    // The current page stays on screen until the next one is loaded.
    placeholderData: keepPreviousData,
  })
  useRefetchAfterReview(filters, options.queryKey, query)
  return query
}

/**
 * A review removes a report from a list that is filtered by review state, and all later reports move up. The pages are
 * loaded again, because the next page would otherwise skip a report.
 */
function useRefetchAfterReview(
  filters: ReportQuery,
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

/** The same list for finding a report's neighbours. It has no placeholder page, which would give wrong neighbours. */
export function useReportPage(filters: ReportQuery, page: number, { enabled = true, ahead = false } = {}) {
  const options = reportListQuery(filters, page, ahead)
  const query = useQuery({ ...options, enabled })
  useRefetchAfterReview(filters, options.queryKey, query)
  return query
}

/** Prefetches a page of the list when the user hovers its number. */
export function usePrefetchReportPage(filters: ReportQuery) {
  const queryClient = useQueryClient()
  return (page: number) => void queryClient.prefetchQuery(reportListQuery(filters, page, true))
}

/** The number of reports of a day. */
export function useReportCount(date: string, teamId?: TeamIds) {
  return useQuery({
    queryKey: reportKeys.countOn(date, teamId),
    queryFn: ({ signal }) =>
      request({
        path: '/reports',
        query: { date, limit: limits.pageSizeMax, teamId },
        reply: reportPageReply,
        signal,
      }),
    select: answer => answer.total,
  })
}

/** All versions of a report, the current one last. `revision` is part of the key, so that an edit loads them again. */
export function useRevisions(id: number, revision: number) {
  return useQuery({
    queryKey: reportKeys.revisions(id, revision),
    queryFn: ({ signal }) => request({ path: `/reports/${id}/revisions`, reply: revisionsReply, signal }),
  })
}

/** Suggested rows for a report of this day. They are loaded each time the form is opened. */
export const useSuggestions = (date: string) =>
  useQuery({
    queryKey: reportKeys.suggestions(date),
    queryFn: ({ signal }) =>
      askOrRecall({
        name: 'suggestions',
        shape: suggestionsReply,
        ask: () =>
          request({ path: '/reports/suggestions', query: { date }, reply: suggestionsReply, signal }),
      }),
    gcTime: 0,
  })

/** The draft that an assistant saved for the report of this day, or null. It is loaded each time the form is opened. */
export const useSavedDraft = (date: string) =>
  useQuery({
    queryKey: reportKeys.savedDraft(date),
    queryFn: async ({ signal }) =>
      (await request({ path: '/reports/draft', query: { date }, reply: foundReportDraftReply, signal }))
        .draft,
    gcTime: 0,
  })

export function useDiscardSavedDraft(date: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request({ method: 'DELETE', path: '/reports/draft', query: { date }, reply: messageReply }),
    onSuccess: () => queryClient.setQueryData(reportKeys.savedDraft(date), null),
  })
}

/** Returns a function that stores the comments of a report in its details, and their number in the lists. */
export function useCommentsInReport(id: string) {
  const queryClient = useQueryClient()
  return (comments: ReportDetails['comments']) => {
    queryClient.setQueryData<ReportDetails>(
      reportKeys.one(id),
      details => details && { ...details, comments },
    )
    queryClient.setQueriesData<ReportPage>(
      { queryKey: reportKeys.all, predicate: ({ state }) => isList(state.data) },
      list =>
        list && {
          ...list,
          reports: list.reports.map(report =>
            String(report.id) === id ? { ...report, comment_count: comments.length } : report,
          ),
        },
    )
  }
}
