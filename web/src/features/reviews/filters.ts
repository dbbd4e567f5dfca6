import { useLocation, useNavigate } from 'react-router'
import { reviewStates } from '#shared/contract/reviews.ts'
import { isDay, type Span } from '#shared/dates.ts'
import { roles } from '#shared/roles.ts'
import { paths } from '../../app/paths.ts'
import { isId, pageIn, searchNow } from '../../lib/url.ts'
import type { ReportFilters } from '../reports/api.ts'

/** Returns the filters after a choice of the user. */
export type FilterChange = (filters: ReportFilters) => ReportFilters

/** The valid filters in a URL. */
export function filtersIn(search: string): ReportFilters {
  const query = new URLSearchParams(search)
  const read = (name: keyof ReportFilters, isValid: (text: string) => boolean) => {
    const text = query.get(name)
    return text !== null && isValid(text) ? { [name]: text } : {}
  }
  return {
    ...read('userId', isId),
    ...read('projectId', isId),
    ...read('role', isRole),
    ...read('startDate', isDay),
    ...read('endDate', isDay),
    ...read('review', isReviewState),
  }
}

const isRole = (text: string) => roles.some(role => role === text)
const isReviewState = (text: string) => reviewStates.some(state => state === text)

/** "?userId=3&page=2", or nothing for the first page of everything. */
export function searchOf(filters: ReportFilters, page = 1): string {
  const query = new URLSearchParams(filters)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}

/** Removes a filter. With the user, the project is removed too. */
export function without(filters: ReportFilters, name: keyof ReportFilters): ReportFilters {
  const rest: ReportFilters = { ...filters }
  delete rest[name]
  if (name === 'userId') delete rest.projectId
  return rest
}

/** An empty value removes the filter; the present value returns the same object. */
export function withChoice(filters: ReportFilters, name: keyof ReportFilters, value: string): ReportFilters {
  if (value === (filters[name] ?? '')) return filters
  if (value === '') return without(filters, name)
  // Another user has other projects.
  const rest = name === 'userId' ? without(filters, name) : filters
  return { ...rest, [name]: value }
}

/** Sets both dates, or removes both without a span. */
export function withSpan(
  { startDate: _start, endDate: _end, ...rest }: ReportFilters,
  span?: Span,
): ReportFilters {
  return { ...rest, ...span }
}

/** The filters and the page are in the URL: a view can be bookmarked, and Back undoes a choice. */
export function useFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  /** Changed filters start at the first page. */
  function changeFilters(change: FilterChange) {
    const now = filtersIn(searchNow())
    const next = change(now)
    if (next !== now) void navigate(paths.allReports(searchOf(next)))
  }

  return { filters: filtersIn(search), page: pageIn(search), changeFilters }
}
