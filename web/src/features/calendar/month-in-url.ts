import { addMonths, isMonth } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'

/** Is there a calendar of this month? */
export const isOffered = (month: string) =>
  isMonth(month) && month >= limits.earliestDay.slice(0, 7) && month <= limits.latestDay.slice(0, 7)

/** The month in a URL, or undefined for the current one; so is one that there is no calendar of. */
export function monthIn(search: string): string | undefined {
  const month = new URLSearchParams(search).get('month')
  return month !== null && isOffered(month) ? month : undefined
}

/** The rest of the query stays, but a page of a list is a page of its month. */
export function searchOfMonth(month: string | undefined, search: string): string {
  const query = new URLSearchParams(search)
  query.delete('page')
  if (month === undefined) query.delete('month')
  else query.set('month', month)
  const text = query.toString()
  return text && `?${text}`
}

/** Undefined where the calendar ends. */
export function monthBeside(month: string, count: number): string | undefined {
  const beside = addMonths(month, count)
  return isOffered(beside) ? beside : undefined
}
