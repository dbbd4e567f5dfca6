import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { searchNow, usePageInUrl } from '../../lib/url.ts'
import { listQuery, useTasks } from './api.ts'

export type TaskTab = TaskStatus | 'all'

/** The tab, the page and the search on the server are in the URL, so that Back restores them. */
export function useTaskUrl() {
  const [params, setParams] = useSearchParams()
  const { page, setPage, lastPageHref } = usePageInUrl()
  const given = params.get('status') ?? ''
  const status = Object.hasOwn(taskStatuses, given) ? (given as TaskStatus) : undefined
  const search = (params.get('search') ?? '').trim().slice(0, limits.searchMax)

  function set(name: 'status' | 'search', value: string, options?: { replace: boolean }) {
    const next = new URLSearchParams(searchNow())
    // Another list starts at its first page.
    next.delete('page')
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, options)
  }

  return {
    page,
    status,
    search,
    setPage,
    lastPageHref,
    setTab: (tab: TaskTab) => set('status', tab === 'all' ? '' : tab),
    setSearch: (text: string, options?: { replace: boolean }) => set('search', text, options),
  }
}

/** The list for that URL. Requests are debounced, so that clicking through tabs sends one. */
export function useTaskList({ page, status, search }: { page: number; status?: TaskStatus; search: string }) {
  const query = listQuery(page, status, search || undefined)
  const isStable = useIsStable(JSON.stringify(query), limits.taskListDelayMs)
  return useTasks(query, { enabled: isStable })
}

/** Whether a value has not changed for that long. The first value counts at once. */
function useIsStable(value: string, delayMs: number) {
  const [stable, setStable] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setStable(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return stable === value
}
