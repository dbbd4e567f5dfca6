import { useLocation, useNavigate } from 'react-router'
import type { BlockerState } from '#shared/contract/blockers.ts'
import { isId, searchNow } from '../../lib/url.ts'

/** The filters of the list, named as in the URL and the API. Without a state it lists the open blockers. */
export type BlockerFilters = { state?: BlockerState; userId?: string; projectId?: string }

function readFilters(search: string): BlockerFilters {
  const query = new URLSearchParams(search)
  const ids = ['userId', 'projectId'].flatMap(name => {
    const id = query.get(name) ?? ''
    return isId(id) ? [[name, id]] : []
  })
  return { ...(query.get('state') === 'resolved' && { state: 'resolved' }), ...Object.fromEntries(ids) }
}

function toSearch(filters: BlockerFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** The filters are in the URL, so a view can be bookmarked and Back undoes a choice. A new choice starts at page 1. */
export function useBlockerFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const go = (filters: BlockerFilters) => void navigate({ search: toSearch(filters) })

  return {
    filters: readFilters(search),
    change(name: keyof BlockerFilters, value: string) {
      const { [name]: _, ...rest } = readFilters(searchNow())
      go(value && value !== 'open' ? ({ ...rest, [name]: value } as BlockerFilters) : rest)
    },
    /** Keeps the state, because open and resolved blockers are two lists. */
    clear() {
      const { state } = readFilters(searchNow())
      go(state ? { state } : {})
    },
  }
}
