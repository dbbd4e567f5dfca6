import { useLocation, useNavigate } from 'react-router'
import { pageIn, searchNow } from './address.ts'

/** The page of a list, kept in the address (?page=2) so that Back and reload find it again. */
export function usePageInAddress() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()

  /** Whatever else is in the address stays; the first page needs no words. */
  function addressOf(page: number, besides = search) {
    const query = new URLSearchParams(besides)
    if (page === 1) query.delete('page')
    else query.set('page', String(page))
    const text = query.toString()
    return text ? `${pathname}?${text}` : pathname
  }

  function setPage(page: number) {
    void navigate(addressOf(page, searchNow()))
    // The new page begins at its top, as a page does.
    window.scrollTo(0, 0)
  }

  return { page: pageIn(search), setPage, addressOf }
}
