import { useEffect, useState } from 'react'
import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { usePageInUrl, useUrlFilters } from '../../lib/url.ts'
import { listQuery, useTasks } from './api.ts'

export type TaskTab = TaskStatus | 'all'

const taskUrl = {
  status: (text: string): text is TaskStatus => Object.hasOwn(taskStatuses, text),
  search: () => true,
}

/** The tab, the page and the search on the server are in the URL, so that Back restores them. */
export function useTaskUrl() {
  const { filters, change } = useUrlFilters(taskUrl)
  const { page } = usePageInUrl()
  return {
    page,
    status: filters.status,
    search: (filters.search ?? '').slice(0, limits.searchMax),
    setTab: (tab: TaskTab) => change({ status: tab === 'all' ? '' : tab }),
    setSearch: (search: string, options?: { replace: boolean }) => change({ search }, options),
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
