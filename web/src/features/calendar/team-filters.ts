import { useLocation, useNavigate } from 'react-router'
import { type Role, roles } from '#shared/roles.ts'
import { isId, searchNow } from '../../lib/url-query.ts'
import { monthIn } from './month-in-url.ts'

/** What narrows the team's calendar, as the URL and the API spell it. */
export type TeamFilters = { month?: string; role?: Role; projectId?: string }

export function teamFiltersIn(search: string): TeamFilters {
  const query = new URLSearchParams(search)
  const role = roles.find(each => each === query.get('role'))
  const projectId = query.get('projectId') ?? ''
  const month = monthIn(search)
  return { ...(month && { month }), ...(role && { role }), ...(isId(projectId) && { projectId }) }
}

/** "?month=2026-03&role=designer", or nothing for everyone in the current month. */
export function searchOfTeam(filters: TeamFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** In the URL: a view can be bookmarked, and Back undoes a choice. A new choice begins at its first page. */
export function useTeamFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  function change(name: 'role' | 'projectId', value: string) {
    const { [name]: _, ...rest } = teamFiltersIn(searchNow())
    void navigate({ search: searchOfTeam(value ? ({ ...rest, [name]: value } as TeamFilters) : rest) })
  }

  function clear() {
    const { month } = teamFiltersIn(searchNow())
    void navigate({ search: searchOfTeam(month ? { month } : {}) })
  }

  return { filters: teamFiltersIn(search), change, clear }
}
