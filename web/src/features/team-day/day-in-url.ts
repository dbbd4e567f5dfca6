import { useLocation, useNavigate } from 'react-router'
import { addDays, isDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { type Role, roles } from '#shared/roles.ts'
import { isId, searchNow } from '../../lib/url.ts'

/** The day and the users, as in the URL and the API. Without a date the server chooses the day. */
export type DayFilters = { date?: string; role?: Role; projectId?: string }

const isOffered = (day: string) => isDay(day) && day >= limits.earliestDay && day <= limits.latestDay

export function dayFiltersIn(search: string): DayFilters {
  const query = new URLSearchParams(search)
  const date = query.get('date') ?? ''
  const role = roles.find(each => each === query.get('role'))
  const projectId = query.get('projectId') ?? ''
  return { ...(isOffered(date) && { date }), ...(role && { role }), ...(isId(projectId) && { projectId }) }
}

/** "?date=2026-03-02&role=designer", or an empty text without filters. */
export function searchOfDay(filters: DayFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** Undefined at the first and the last day of the calendar. */
export function dayBeside(day: string, count: -1 | 1): string | undefined {
  const beside = addDays(day, count)
  return isOffered(beside) ? beside : undefined
}

/** The filters are in the URL: a view can be bookmarked, and Back undoes a choice. */
export function useDayFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  function change(name: 'role' | 'projectId', value: string) {
    const { [name]: _, ...rest } = dayFiltersIn(searchNow())
    void navigate({ search: searchOfDay(value ? ({ ...rest, [name]: value } as DayFilters) : rest) })
  }

  function clear() {
    const { date } = dayFiltersIn(searchNow())
    void navigate({ search: searchOfDay(date ? { date } : {}) })
  }

  return { filters: dayFiltersIn(search), change, clear }
}
