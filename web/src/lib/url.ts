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
  const page = pageIn(search)

  /** Keeps the other query parameters; the first page has none. */
  function hrefOf(target: number, besides = search) {
    const query = new URLSearchParams(besides)
    if (target === 1) query.delete('page')
    else query.set('page', String(target))
    const text = query.toString()
    return text ? `${pathname}?${text}` : pathname
  }

  function setPage(target: number) {
    void navigate(hrefOf(target, searchNow()))
    window.scrollTo(0, 0)
  }

  /**
   * Where to go from a page that no longer exists, which an old bookmark may name. Placeholder data doesn't tell: it
   * belongs to another page or to other filters.
   */
  function lastPageHref(pages: number, isPlaceholderData: boolean) {
    const last = Math.max(1, pages)
    return page > last && !isPlaceholderData ? hrefOf(last) : undefined
  }

  return { page, setPage, lastPageHref }
}
