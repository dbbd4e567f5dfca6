import { useSearchParams } from 'react-router'
import { type Role, staff } from '#shared/roles.ts'

/** What narrows the projects' hours. A search and a choice are two ways to find: one replaces the other. */
export type HoursFilters = { search: string; projectId: string; role: Role | undefined }

/** Kept in the address, like which projects are open; what a click opens is no step that Back undoes. */
export function useHoursFilters() {
  const [query, setQuery] = useSearchParams()
  const given = query.get('role')
  const filters: HoursFilters = {
    search: query.get('search')?.trim() ?? '',
    projectId: query.get('projectId') ?? '',
    role: staff.find(role => role === given),
  }
  const open = new Set((query.get('open') ?? '').split('-').filter(Boolean))

  function write(next: HoursFilters, opened: Set<string>, replace: boolean) {
    const entries = { ...next, role: next.role ?? '', open: [...opened].join('-') }
    setQuery(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), { replace })
  }

  return {
    filters,
    setFilters: (next: HoursFilters) => write(next, open, false),
    isOpen: (id: number) => open.has(String(id)),
    toggle: (id: number) => {
      const text = String(id)
      const others = [...open].filter(each => each !== text)
      write(filters, new Set(open.has(text) ? others : [...others, text]), true)
    },
  }
}
