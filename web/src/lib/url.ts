import { useLocation, useNavigate } from 'react-router'

/**
 * The current query string. React renders a changed URL later, so a choice based on the rendered query would undo the
 * choice made just before.
 */
export const searchNow = () => window.location.search

/** The page of a list in a URL; the first one if the value is invalid. */
export function pageIn(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? ''
  return isId(text) ? Number(text) : 1
}

/** A whole number that the server accepts as an id. */
export const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

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
    window.scrollTo(0, 0)
  }

  return { page: pageIn(search), setPage, hrefOf }
}
