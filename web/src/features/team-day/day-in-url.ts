import { useLocation, useNavigate } from 'react-router'
import { addDays, isDay } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { type Role, roles } from '#shared/roles.ts'
import { isId, searchNow } from '../../lib/url-query.ts'

/** Which day is read, and of whom, as the URL and the API spell it. Without a date: the one the server chooses. */
export type DayFilters = { date?: string; role?: Role; projectId?: string }

const isOffered = (day: string) => isDay(day) && day >= limits.earliestDay && day <= limits.latestDay

export function dayFiltersIn(search: string): DayFilters {
  const query = new URLSearchParams(search)
  const date = query.get('date') ?? ''
  const role = roles.find(each => each === query.get('role'))
  const projectId = query.get('projectId') ?? ''
  return { ...(isOffered(date) && { date }), ...(role && { role }), ...(isId(projectId) && { projectId }) }
}

/** "?date=2026-03-02&role=designer", or nothing for the whole team on the day the server chooses. */
export function searchOfDay(filters: DayFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** Undefined where the calendar ends. */
export function dayBeside(day: string, count: -1 | 1): string | undefined {
  const beside = addDays(day, count)
  return isOffered(beside) ? beside : undefined
}

/** In the URL: a view can be bookmarked, and Back undoes a choice. */
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
