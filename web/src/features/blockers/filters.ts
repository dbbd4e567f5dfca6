import { useLocation, useNavigate } from 'react-router'
import type { BlockerState } from '#shared/contract/blockers.ts'
import { isId, searchNow } from '../../lib/url-query.ts'

/** What narrows the list of blockers, as the URL and the API spell it. Open ones are the default. */
export type BlockerFilters = { state?: BlockerState; userId?: string; projectId?: string }

export function blockerFiltersIn(search: string): BlockerFilters {
  const query = new URLSearchParams(search)
  const ids = ['userId', 'projectId'].flatMap(name => {
    const id = query.get(name) ?? ''
    return isId(id) ? [[name, id]] : []
  })
  return { ...(query.get('state') === 'resolved' && { state: 'resolved' }), ...Object.fromEntries(ids) }
}

export function searchOfBlockers(filters: BlockerFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** In the URL: a view can be bookmarked, and Back undoes a choice. A new choice begins at its first page. */
export function useBlockerFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const go = (filters: BlockerFilters) => void navigate({ search: searchOfBlockers(filters) })

  return {
    filters: blockerFiltersIn(search),
    change(name: keyof BlockerFilters, value: string) {
      const { [name]: _, ...rest } = blockerFiltersIn(searchNow())
      go(value && value !== 'open' ? ({ ...rest, [name]: value } as BlockerFilters) : rest)
    },
    /** Keeps the state: it says which list this is. */
    clear() {
      const { state } = blockerFiltersIn(searchNow())
      go(state ? { state } : {})
    },
  }
}
