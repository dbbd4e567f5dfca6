import { useSearchParams } from 'react-router'
import { type Role, staff } from '#shared/roles.ts'
import { searchNow } from '../../lib/url.ts'

/** The filters of the projects' hours. A search and a chosen project replace each other. */
export type HoursFilters = { search: string; projectId: string; role: Role | undefined }

/** The filters and the open projects are in the URL. Opening a project adds no history entry. */
export function useHoursFilters() {
  const [query, setQuery] = useSearchParams()
  const open = openIn(query)

  function write(filters: HoursFilters, opened: string[], replace: boolean) {
    const entries = { ...filters, role: filters.role ?? '', open: opened.join('-') }
    setQuery(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), { replace })
  }

  return {
    filters: filtersIn(query),
    changeFilters: (change: Partial<HoursFilters>) => {
      const now = new URLSearchParams(searchNow())
      write({ ...filtersIn(now), ...change }, openIn(now), false)
    },
    isOpen: (id: number) => open.includes(String(id)),
    toggle: (id: number) => {
      const now = new URLSearchParams(searchNow())
      write(filtersIn(now), toggled(openIn(now), String(id)), true)
    },
  }
}

function filtersIn(query: URLSearchParams): HoursFilters {
  const given = query.get('role')
  return {
    search: query.get('search')?.trim() ?? '',
    projectId: query.get('projectId') ?? '',
    role: staff.find(role => role === given),
  }
}

const openIn = (query: URLSearchParams) => (query.get('open') ?? '').split('-').filter(Boolean)

const toggled = (ids: string[], id: string) => {
  const others = ids.filter(each => each !== id)
  return others.length < ids.length ? others : [...ids, id]
}
