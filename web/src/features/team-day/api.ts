import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { messageReply } from '#shared/contract/errors.ts'
import {
  type TeamDay,
  type TeamDayEntry,
  teamDayReply,
  teamOverviewReply,
} from '#shared/contract/team-day.ts'
import type { TeamIds } from '../../domain/team-choice.ts'
import { request } from '../../lib/api-client.ts'
import { useActor } from '../../lib/can.tsx'
import { isUnread, reportKeys, withEntries } from '../reports/api.ts'
import { hasPendingReviews } from '../reviews/api.ts'
import type { DayFilters } from './day-in-url.ts'

/** The day and its filters, and the teams whose people it shows. */
export type DayQuery = DayFilters & { teamId?: TeamIds }

/** `ahead`: the request is a prefetch. */
type RequestOptions = { ahead?: boolean; signal?: AbortSignal }

// Below the key of all reports, so that `changeShownReports` changes the day too.
const dayKey = (filters: DayQuery) => [...reportKeys.all, 'team-day', filters] as const

async function fetchDay(filters: DayQuery, { ahead, signal }: RequestOptions = {}): Promise<TeamDay> {
  const fetchPart = (part: { includeUserIds: 'true' } | { date: string; page: number }) =>
    request({ path: '/team/day', query: { ...filters, ...part }, reply: teamDayReply, signal, ahead })
  const first = await fetchPart({ includeUserIds: 'true' })
  const { date, data, user_ids, pagination } = first
  if (user_ids.length > 0 || data.length >= pagination.total) return first
  // An older server sends no ids, so its other pages are loaded by their numbers.
  const byUser = new Map(data.map(entry => [entry.user.id, entry]))
  for (let page = 2; page <= pagination.pages; page++)
    for (const entry of (await fetchPart({ date, page })).data) byUser.set(entry.user.id, entry)
  return { ...first, data: [...byUser.values()], user_ids: [...byUser.keys()] }
}

const dayOptions = (
  queryClient: QueryClient,
  filters: DayQuery,
  viewerId: number | undefined,
  options?: RequestOptions,
) =>
  queryOptions({
    queryKey: dayKey(filters),
    queryFn: async ({ signal }): Promise<TeamDay> => {
      const fresh = await fetchDay(filters, { ...options, signal })
      const shown = queryClient.getQueryData<TeamDay>(dayKey(filters))
      return shown && shown.date === fresh.date ? updateEntries(shown, fresh.data, viewerId) : fresh
    },
    // New reports are announced (useNews), and the user decides when the list changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The day with the entries that are loaded so far. The order of `user_ids` stays as it was first loaded, so no card moves
 * while the user reads.
 */
export function useTeamDay(filters: DayQuery) {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  return useQuery(dayOptions(queryClient, filters, viewerId))
}

/** Prefetches the day that the user points at. */
export function usePrefetchDay() {
  const queryClient = useQueryClient()
  const viewerId = useActor()?.id
  return (filters: DayQuery) =>
    void queryClient.prefetchQuery(dayOptions(queryClient, filters, viewerId, { ahead: true }))
}

/** Updates the entries on the screen. Reports that are new or deleted are shown when the day is reloaded. */
function updateEntries(
  shown: TeamDay,
  fresh: readonly TeamDayEntry[],
  viewerId: number | undefined,
): TeamDay {
  const byUser = new Map(fresh.map(entry => [entry.user.id, entry]))
  const data = shown.data.map(entry => {
    const now = byUser.get(entry.user.id)
    return !now || Boolean(now.report) !== Boolean(entry.report) ? entry : now
  })
  return withEntries(shown, data, viewerId)
}

/** The users of the day whose entries are not loaded yet. */
export function idsToLoad({ data, user_ids }: TeamDay): number[] {
  const loaded = new Set(data.map(({ user }) => user.id))
  return user_ids.filter(id => !loaded.has(id))
}

/** Adds entries in the order of the list. A requested id without an entry is no longer on the list of the day. */
function addEntries(
  shown: TeamDay,
  requestedIds: readonly number[],
  entries: readonly TeamDayEntry[],
): TeamDay {
  const byUser = new Map([...entries, ...shown.data].map(entry => [entry.user.id, entry]))
  const user_ids = shown.user_ids.filter(id => byUser.has(id) || !requestedIds.includes(id))
  return { ...shown, user_ids, data: user_ids.flatMap(id => byUser.get(id) ?? []) }
}

/** Loads the entries that the first answer did not contain, as the user comes near them. */
export function useMoreOfDay(filters: DayQuery) {
  const queryClient = useQueryClient()
  const running = useRef<Promise<void>>(null)
  const [isFailed, setIsFailed] = useState(false)
  const key = dayKey(filters)
  const shownNow = () => queryClient.getQueryData<TeamDay>(key)

  async function load() {
    const shown = shownNow()
    if (!shown) return
    const { date, pagination } = shown
    const ids = idsToLoad(shown).slice(0, pagination.limit)
    if (ids.length === 0) return
    const query = { ...filters, date, userIds: ids.join() }
    const { data } = await request({ path: '/team/day', query, reply: teamDayReply })
    // While instances are replaced one by one, an older one may answer. It ignores the ids.
    if (data.some(({ user }) => !ids.includes(user.id))) throw new Error('The server ignored the ids.')
    queryClient.setQueryData<TeamDay>(key, now => (now?.date === date ? addEntries(now, ids, data) : now))
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

  /** Loads until a condition holds or everything is loaded. */
  async function loadUntil(isEnough: (day: TeamDay) => boolean): Promise<TeamDay | undefined> {
    for (let shown = shownNow(); shown; shown = shownNow()) {
      if (isEnough(shown) || idsToLoad(shown).length === 0) return shown
      const before = shown
      await loadMore()
      if (shownNow() === before) return shown
    }
    return undefined
  }

  return { loadMore, loadUntil, isFailed }
}

/** How often new reports are looked for while the page is visible. */
const newsIntervalMs = 45_000

export type News = {
  arrived: number
  edited: number
  /** The day that has begun since; otherwise undefined. */
  date: string | undefined
}

/** What has changed on the server since the day was loaded. */
export function useNews(filters: DayQuery, day: TeamDay | undefined) {
  const { data: latest } = useQuery({
    queryKey: [...reportKeys.all, 'team-day-news', filters],
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
    staleTime: newsIntervalMs / 2,
    refetchInterval: newsIntervalMs,
    refetchOnWindowFocus: true,
    retry: false,
  })
  if (!day || !latest) return undefined
  if (latest.date !== day.date) return { arrived: 0, edited: 0, date: latest.date }
  const arrived = Math.max(0, countReports(latest.counts) - countReports(day.counts))
  // An edited report needs another review.
  const edited = latest.isExact ? latest.counts.to_review - day.counts.to_review - arrived : 0
  return { arrived, edited: Math.max(0, edited), date: undefined } satisfies News
}

const countReports = ({ submitted, late }: TeamDay['counts']) => submitted + late

/** Reloads the day and returns the entries whose reports are new or need another review. */
export function useReloadDay(filters: DayQuery) {
  const queryClient = useQueryClient()
  return async () => {
    const before = queryClient.getQueryData<TeamDay>(dayKey(filters))
    const fresh = await fetchDay(filters)
    queryClient.setQueryData(dayKey(filters), fresh)
    void queryClient.invalidateQueries({ queryKey: [...reportKeys.all, 'team-day-news', filters] })
    const known = new Map(before?.data.map(({ user, report }) => [user.id, report]))
    return fresh.data.filter(({ user, report }) => {
      const old = known.get(user.id)
      return report && (!old || (isUnread(report) && !isUnread(old)))
    })
  }
}

export function useRemind(filters: DayQuery) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { user_id: number; date: string }) =>
      request({ method: 'POST', path: '/team/nudges', body, reply: messageReply }),
    onSuccess: (_, { user_id }) =>
      queryClient.setQueryData<TeamDay>(
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

/** The numbers of the admin dashboard: reports to review, and users who have not reported. */
export function useTeamOverview(teamId: TeamIds) {
  return useQuery({
    queryKey: [...reportKeys.all, 'overview', teamId],
    queryFn: ({ signal }) =>
      request({ path: '/team/overview', query: { teamId }, reply: teamOverviewReply, signal }),
  })
}
