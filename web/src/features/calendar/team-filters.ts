import { useLocation } from 'react-router'
import { type PeopleFilters, usePeopleFilters } from '../../domain/people-filters.ts'
import { monthIn } from './months.ts'

/** The filters of the team's calendar, named as in the URL and the API. */
export type TeamFilters = PeopleFilters & { month?: string }

export function useTeamFilters() {
  const { search } = useLocation()
  const { filters, ...rest } = usePeopleFilters()
  const month = monthIn(search)
  return { filters: { ...(month && { month }), ...filters }, ...rest }
}
