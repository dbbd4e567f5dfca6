import { useLocation, useNavigate } from 'react-router'
import { type Role, roles } from '#shared/roles.ts'
import { isId, searchNow } from '../../lib/url.ts'
import { monthIn } from './months.ts'

/** The filters of the team's calendar, named as in the URL and the API. */
export type TeamFilters = { month?: string; role?: Role; projectId?: string }

function readFilters(search: string): TeamFilters {
  const query = new URLSearchParams(search)
  const role = roles.find(each => each === query.get('role'))
  const projectId = query.get('projectId') ?? ''
  const month = monthIn(search)
  return { ...(month && { month }), ...(role && { role }), ...(isId(projectId) && { projectId }) }
}

/** "?month=2026-03&role=designer", or an empty string for all people in the current month. */
function toSearch(filters: TeamFilters): string {
  const text = new URLSearchParams(filters).toString()
  return text && `?${text}`
}

/** The filters are in the URL, so a view can be bookmarked and Back undoes a choice. A new choice starts at page 1. */
export function useTeamFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  function change(name: 'role' | 'projectId', value: string) {
    const { [name]: _, ...rest } = readFilters(searchNow())
    void navigate({ search: toSearch(value ? ({ ...rest, [name]: value } as TeamFilters) : rest) })
  }

  function clear() {
    const { month } = readFilters(searchNow())
    void navigate({ search: toSearch(month ? { month } : {}) })
  }

  return { filters: readFilters(search), change, clear }
}
