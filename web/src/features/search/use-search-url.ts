import { type SearchType, searchTypes } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { isOneOf, usePageInUrl, useUrlFilters } from '../../lib/url.ts'

export type SearchTab = SearchType | 'all'

const searchUrl = { q: () => true, type: isOneOf(searchTypes) }

/** Text, tab and page are in the URL, so that Back from a hit returns to the same place. */
export function useSearchUrl() {
  const { filters, change } = useUrlFilters(searchUrl)
  const { page } = usePageInUrl()
  return {
    q: (filters.q ?? '').slice(0, limits.searchTextMax),
    type: filters.type,
    page,
    setTab: (tab: SearchTab) => change({ type: tab === 'all' ? '' : tab }),
    /** The letters of one search are one entry of the history. */
    setText: (text: string) => change({ q: text.trim() }, { replace: true }),
  }
}
