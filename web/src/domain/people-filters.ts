import { useLocation, useNavigate } from 'react-router'
import { type Role, roles } from '#shared/roles.ts'
import { isId, searchNow } from '../lib/url.ts'

/** Which people a table shows. The names are those of the URL and the API. */
export type PeopleFilters = { role?: Role; projectId?: string }

function readFilters(search: string): PeopleFilters {
  const query = new URLSearchParams(search)
  const role = roles.find(each => each === query.get('role'))
  const projectId = query.get('projectId') ?? ''
  return { ...(role && { role }), ...(isId(projectId) && { projectId }) }
}

/** The filters are in the URL, so that views can be bookmarked and Back undoes a choice. A choice starts at page 1. */
export function usePeopleFilters() {
  const { search } = useLocation()
  const navigate = useNavigate()

  function write(changes: Partial<Record<keyof PeopleFilters, string>>) {
    const query = new URLSearchParams(searchNow())
    query.delete('page')
    for (const [name, value] of Object.entries(changes)) {
      if (value) query.set(name, value)
      else query.delete(name)
    }
    void navigate({ search: query.toString() })
  }

  const filters = readFilters(search)
  return {
    filters,
    isFiltered: filters.role !== undefined || filters.projectId !== undefined,
    change: (name: keyof PeopleFilters, value: string) => write({ [name]: value }),
    clear: () => write({ role: '', projectId: '' }),
  }
}
