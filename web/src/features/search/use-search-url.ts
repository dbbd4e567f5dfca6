import { useLocation, useNavigate } from 'react-router'
import { type SearchType, searchTypes } from '#shared/contract/search.ts'
import { limits } from '#shared/limits.ts'
import { pageIn, searchNow } from '../../lib/url.ts'

export type SearchTab = SearchType | 'all'

/** Text, tab and page are in the URL, so that Back from a hit returns to the same place. */
export function useSearchUrl() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const given = params.get('type') ?? ''
  const type = searchTypes.find(each => each === given)
  const q = (params.get('q') ?? '').trim().slice(0, limits.searchTextMax)

  function set(name: 'q' | 'type', value: string, options?: { replace: boolean }) {
    const next = new URLSearchParams(searchNow())
    // Another list starts at its first page.
    next.delete('page')
    if (value === '') next.delete(name)
    else next.set(name, value)
    void navigate({ search: next.toString() }, options)
  }

  return {
    q,
    type,
    page: pageIn(search),
    setTab: (tab: SearchTab) => set('type', tab === 'all' ? '' : tab),
    /** The letters of one search are one entry of the history. */
    setText: (text: string) => set('q', text.trim(), { replace: true }),
  }
}
