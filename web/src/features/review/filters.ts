import { useLocation, useNavigate } from 'react-router'
import { isDay } from '#shared/dates.ts'
import { paths } from '../../app/paths.ts'

/** What narrows the list of all reports, as the address and the API spell it. */
export type Filters = { userId?: string; projectId?: string; startDate?: string; endDate?: string }

const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** What an address says, as far as it makes sense: a project only counts together with its user. */
export function filtersIn(search: string): Filters {
  const query = new URLSearchParams(search)
  const read = (name: keyof Filters, isValid: (text: string) => boolean) => {
    const text = query.get(name)
    return text !== null && isValid(text) ? { [name]: text } : {}
  }
  const user = read('userId', isId)
  return {
    ...user,
    ...('userId' in user && read('projectId', isId)),
    ...read('startDate', isDay),
    ...read('endDate', isDay),
  }
}

export function pageIn(search: string): number {
  const text = new URLSearchParams(search).get('page') ?? ''
  return isId(text) ? Number(text) : 1
}

/** "?userId=3&page=2", or nothing for the first page of everything. */
export function searchOf(filters: Filters, page = 1): string {
  const query = new URLSearchParams(filters)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

/** Without these; without its user a project has no say either. */
export function without(filters: Filters, name: keyof Filters): Filters {
  const rest: Filters = { ...filters }
  delete rest[name]
  if (name === 'userId') delete rest.projectId
  return rest
}

/** Filters and page live in the address: a view can be bookmarked, and Back undoes a choice. */
export function useFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  /** A new choice begins at its first page. */
  function setFilters(filters: Filters) {
    void navigate(paths.allReports(searchOf(filters)))
  }

  return { filters: filtersIn(search), page: pageIn(search), setFilters }
}
