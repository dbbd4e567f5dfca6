import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageReply } from '#shared/contract/errors.ts'
import type { ReviewState } from '#shared/contract/report-review.ts'
import { type TeamDay, type TeamDayEntry, teamDayReply } from '#shared/contract/team.ts'
import { request } from '../../../lib/api-client.ts'
import { useActor } from '../../../lib/can.tsx'
import { hasPendingReviews } from '../review-api.ts'
import { isUnread } from '../shown-reports.ts'
import type { DayFilters } from './day-in-url.ts'

/**
 * The day as it is being read: the pages loaded so far as one list. Who stands where never changes while it is read, so
 * that no card moves under the reader's eyes.
 */
export type ShownDay = TeamDay & {
  /** The state of each report when it was loaded: the server sorts by it, so a reviewed one is on another page now. */
  loadedStates: Record<number, ReviewState>
}

type Asking = { ahead?: boolean; signal?: AbortSignal }

// Below the reports' own key: what is said there about a report is shown here too.
const dayKey = (filters: DayFilters) => ['reports', 'team-day', filters] as const

const askForPage = (filters: DayFilters, page: number, { ahead, signal }: Asking = {}) =>
  request({ path: '/team/day', query: { ...filters, page }, reply: teamDayReply, signal, ahead })

const dayOptions = (
  queryClient: QueryClient,
  filters: DayFilters,
  viewerId: number | undefined,
  asking?: Asking,
) =>
  queryOptions({
    queryKey: dayKey(filters),
    queryFn: async ({ signal }): Promise<ShownDay> => {
      const fresh = await askForPage(filters, 1, { ...asking, signal })
      const shown = queryClient.getQueryData<ShownDay>(dayKey(filters))
      return shown && shown.date === fresh.date ? withKnown(shown, fresh.data, viewerId) : begin(fresh)
    },
    // What is new is announced (useNews), not put in.
    staleTime: Number.POSITIVE_INFINITY,
  })

export function useTeamDay(filters: DayFilters) {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  return useQuery(dayOptions(queryClient, filters, viewerId))
}

/** Prefetches the day that the user points at. */
export function usePrefetchDay() {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  return (filters: DayFilters) =>
    void queryClient.prefetchQuery(dayOptions(queryClient, filters, viewerId, { ahead: true }))
}

const begin = (day: TeamDay): ShownDay => ({ ...day, loadedStates: statesOf(day.data) })

const statesOf = (entries: readonly TeamDayEntry[]) =>
  Object.fromEntries(
    entries.flatMap(({ user, report }) => (report ? [[user.id, report.review.state]] : [])),
  ) as Record<number, ReviewState>

/** Known cards say what is true now; one that had no report then has to wait until the reader asks for it. */
function withKnown(shown: ShownDay, fresh: readonly TeamDayEntry[], viewerId: number | undefined): ShownDay {
  const byUser = new Map(fresh.map(entry => [entry.user.id, entry]))
  let toReview = shown.counts.to_review
  const data = shown.data.map(entry => {
    const now = byUser.get(entry.user.id)
    if (!now || Boolean(now.report) !== Boolean(entry.report)) return entry
    if (now.report && entry.report && entry.user.id !== viewerId)
      toReview += Number(isUnread(now.report)) - Number(isUnread(entry.report))
    return now
  })
  return { ...shown, data, counts: { ...shown.counts, to_review: toReview } }
}

const withNext = (shown: ShownDay, { data, pagination }: TeamDay): ShownDay => {
  const known = new Set(shown.data.map(({ user }) => user.id))
  const added = data.filter(({ user }) => !known.has(user.id))
  return {
    ...shown,
    data: [...shown.data, ...added],
    loadedStates: { ...shown.loadedStates, ...statesOf(added) },
    pagination,
  }
}

const hasMore = ({ data, pagination }: TeamDay) => data.length < pagination.total

/** The pages after the first, as the reader comes near them. */
export function useMoreOfDay(filters: DayFilters) {
  const queryClient = useQueryClient()
  const running = useRef<Promise<void>>(null)
  const [isFailed, setIsFailed] = useState(false)
  const key = dayKey(filters)
  const shownNow = () => queryClient.getQueryData<ShownDay>(key)

  async function load() {
    let shown = shownNow()
    if (!shown || !hasMore(shown)) return
    let page = 1 + Math.floor((shown.data.length - movedIn(shown)) / shown.pagination.limit)
    // Other reviewers move reports to later pages too: then every page is looked through once.
    for (let tried = 0; tried <= shown.pagination.pages; tried++) {
      const next = await askForPage({ ...filters, date: shown.date }, page)
      const before = shown.data.length
      shown = withNext(shownNow() ?? shown, next)
      queryClient.setQueryData(key, shown)
      if (shown.data.length > before || !hasMore(shown)) return
      page = (page % Math.max(next.pagination.pages, 1)) + 1
    }
    // Those that are still counted have been deleted meanwhile.
    const { data, pagination } = shown
    queryClient.setQueryData(key, { ...shown, pagination: { ...pagination, total: data.length } })
  }

  function loadMore(): Promise<void> {
    running.current ??= load()
      .then(() => setIsFailed(false))
      .catch(() => setIsFailed(true))
      .finally(() => {
        running.current = null
      })
    return running.current
  }

  /** Until a condition holds, or there is nothing more. */
  async function loadUntil(isEnough: (day: ShownDay) => boolean): Promise<ShownDay | undefined> {
    for (let shown = shownNow(); shown; shown = shownNow()) {
      if (isEnough(shown) || !hasMore(shown)) return shown
      const before = shown
      await loadMore()
      if (shownNow() === before) return shown
    }
    return undefined
  }

  return { loadMore, loadUntil, isFailed }
}

/** Reports that stand behind the others on the server by now. */
const movedIn = ({ data, loadedStates }: ShownDay) =>
  data.filter(({ user, report }) => report && loadedStates[user.id] !== report.review.state).length

/** How often the server is asked whether something has come, while the page is looked at. */
const newsMs = 45_000

export type News = {
  arrived: number
  edited: number
  /** Present: another day has begun. */
  date: string | undefined
}

/** What has come since the day was loaded. */
export function useNews(filters: DayFilters, day: ShownDay | undefined) {
  const { data: latest } = useQuery({
    queryKey: ['reports', 'team-day-news', filters],
    queryFn: async ({ signal }) => {
      const wasPending = hasPendingReviews()
      const { date, counts } = await request({
        path: '/team/day',
        query: { ...filters, limit: 1 },
        reply: teamDayReply,
        signal,
      })
      return { date, counts, isExact: !wasPending && !hasPendingReviews() }
    },
    enabled: day !== undefined,
    initialData: day && { date: day.date, counts: day.counts, isExact: false },
    staleTime: newsMs / 2,
    refetchInterval: newsMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
  if (!day || !latest) return undefined
  if (latest.date !== day.date) return { arrived: 0, edited: 0, date: latest.date }
  const arrived = Math.max(0, sentIn(latest.counts) - sentIn(day.counts))
  // Reports that wait again since their authors edited them.
  const edited = latest.isExact ? latest.counts.to_review - day.counts.to_review - arrived : 0
  return { arrived, edited: Math.max(0, edited), date: undefined } satisfies News
}

const sentIn = ({ submitted, late }: TeamDay['counts']) => submitted + late

/** Takes the day as the server has it now; answers with the users whose reports are new or waiting again. */
export function useReloadDay(filters: DayFilters) {
  const queryClient = useQueryClient()
  return async () => {
    const before = queryClient.getQueryData<ShownDay>(dayKey(filters))
    const fresh = begin(await askForPage(filters, 1))
    queryClient.setQueryData(dayKey(filters), fresh)
    void queryClient.invalidateQueries({ queryKey: ['reports', 'team-day-news', filters] })
    const known = new Map(before?.data.map(({ user, report }) => [user.id, report]))
    return fresh.data.filter(({ user, report }) => {
      const old = known.get(user.id)
      return report && (!old || (isUnread(report) && !isUnread(old)))
    })
  }
}

export function useRemind(filters: DayFilters) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { user_id: number; date: string }) =>
      request({ method: 'POST', path: '/team/nudges', body, reply: messageReply }),
    onSuccess: (_, { user_id }) =>
      queryClient.setQueryData<ShownDay>(
        dayKey(filters),
        day =>
          day && {
            ...day,
            data: day.data.map(entry =>
              entry.user.id === user_id ? { ...entry, is_reminded: true } : entry,
            ),
          },
      ),
  })
}
