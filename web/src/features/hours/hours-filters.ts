import { staff } from '#shared/roles.ts'
import { type FiltersOf, filtersIn, isOneOf, searchNow, useUrlFilters } from '../../lib/url.ts'

const isAny = () => true
/** A search and a chosen project replace each other. */
const hoursFilters = { search: isAny, projectId: isAny, role: isOneOf(staff) }
/** The open projects, as in "3-5". */
const hoursUrl = { ...hoursFilters, open: isAny }

export type HoursFilters = FiltersOf<typeof hoursFilters>

/** Opening a project adds no history entry. */
export function useHoursFilters() {
  const { filters, change } = useUrlFilters(hoursUrl)
  const open = idsIn(filters.open)
  return {
    filters,
    changeFilters: (changes: { [name in keyof HoursFilters]: string }) => change(changes),
    isOpen: (id: number) => open.includes(String(id)),
    toggle: (id: number) => {
      const ids = idsIn(filtersIn(hoursUrl, searchNow()).open)
      change({ open: toggled(ids, String(id)).join('-') }, { replace: true })
    },
  }
}

const idsIn = (open = '') => open.split('-').filter(Boolean)

const toggled = (ids: string[], id: string) => {
  const others = ids.filter(each => each !== id)
  return others.length < ids.length ? others : [...ids, id]
}
