import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { limits } from '#shared/limits.ts'
import { searchNow } from '../../lib/address.ts'
import { usePageInAddress } from '../../lib/use-page-in-address.ts'
import { listQuery, useTasks } from './api.ts'

export type TaskTab = TaskStatus | 'all'

/** Which tasks are listed: tab, page and the search on the server are in the address, so that Back finds them again. */
export function useTaskAddress() {
  const [params, setParams] = useSearchParams()
  const { page, setPage, addressOf } = usePageInAddress()
  const given = params.get('status') ?? ''
  const status = Object.hasOwn(taskStatuses, given) ? (given as TaskStatus) : undefined
  const search = (params.get('search') ?? '').trim().slice(0, limits.searchMax)

  function set(name: 'status' | 'search', value: string, options?: { replace: boolean }) {
    const next = new URLSearchParams(searchNow())
    // Another list begins at its first page.
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
    addressOf,
    setTab: (tab: TaskTab) => set('status', tab === 'all' ? '' : tab),
    setSearch: (text: string, options?: { replace: boolean }) => set('search', text, options),
  }
}

/** The list of that address. A change is asked for once it has stood for a moment: clicking through tabs asks once. */
export function useTaskList({ page, status, search }: { page: number; status?: TaskStatus; search: string }) {
  const query = listQuery(page, status, search || undefined)
  const isSettled = useSettled(JSON.stringify(query), limits.taskListDelayMs)
  return useTasks(query, { enabled: isSettled })
}

/** Whether a value has stood that long; the first one needs not prove itself. */
function useSettled(value: string, delayMs: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled === value
}
