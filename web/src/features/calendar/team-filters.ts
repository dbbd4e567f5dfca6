import { peopleFilters } from '../../domain/people-filters.ts'
import type { FiltersOf } from '../../lib/url.ts'
import { isCalendarMonth } from './months.ts'

export const teamFilters = { ...peopleFilters, month: isCalendarMonth }

export type TeamFilters = FiltersOf<typeof teamFilters>
