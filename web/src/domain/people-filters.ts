import { roles } from '#shared/roles.ts'
import { type FiltersOf, isId, isOneOf } from '../lib/url.ts'

/** Which people a table shows. */
export const peopleFilters = { role: isOneOf(roles), projectId: isId }

export type PeopleFilters = FiltersOf<typeof peopleFilters>
