import { reviewStates } from '#shared/contract/reviews.ts'
import { isDay } from '#shared/dates.ts'
import { roles } from '#shared/roles.ts'
import { isId, isOneOf } from '../../lib/url.ts'
import type { ReportFilters } from '../reports/api.ts'

export const reportFilters = {
  userId: isId,
  projectId: isId,
  role: isOneOf(roles),
  startDate: isDay,
  endDate: isDay,
  review: isOneOf(reviewStates),
}

export type FilterChange = { [name in keyof ReportFilters]: string }

/** "?userId=3&page=2", or nothing for the first page of everything. */
export function searchOf(filters: ReportFilters, page = 1): string {
  const query = new URLSearchParams(filters)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text && `?${text}`
}
