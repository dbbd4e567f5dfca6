import { useLocation, useNavigate } from 'react-router'
import { pageIn, searchNow } from './url-query.ts'

/** The page of a list, kept in the URL (?page=2) so that Back and reload restore it. */
export function usePageInUrl() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  /** Keeps the other query parameters; the first page has none. */
  function hrefOf(page: number, besides = search) {
    const query = new URLSearchParams(besides)
    if (page === 1) query.delete('page')
    else query.set('page', String(page))
    const text = query.toString()
    return text ? `${pathname}?${text}` : pathname
  }

  function setPage(page: number) {
    void navigate(hrefOf(page, searchNow()))
    // Show the new page from its top.
    window.scrollTo(0, 0)
  }

  return { page: pageIn(search), setPage, hrefOf }
}
