import type { Report } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import { type ReportQuery, useReportPage } from '../reports/api.ts'

import { searchOf } from './filters.ts'

export type Neighbour = {
  report: Report
  /** The query string with the filters and the page. */
  search: string
}
export type Neighbours = {
  /** The report as in the list, to be shown until its details are loaded. */
  current: Report | undefined
  previous: Neighbour | undefined
  next: Neighbour | undefined
  /** "12 of 240"; undefined when the report is not in the list. */
  position: number | undefined
  total: number
}

/**
 * The reports before and after this one in the list that the user came from, across its pages. The next page is prefetched
 * one step early, so that the user does not wait at the end of a page. `details` is the report itself, because a review can
 * remove it from a filtered list.
 */
export function useNeighbours(id: string, query: ReportQuery, page: number, details?: Report): Neighbours {
  const { teamId: _, ...filters } = query
  const here = useReportPage(query, page)
  const reports = here.data?.reports
  const index = reports?.findIndex(report => String(report.id) === id) ?? -1
  const { length = 0, 0: first } = reports ?? []
  const pages = here.data?.totalPages ?? 0
  const removed = reports && index < 0 && filters.review ? details : undefined
  const isAtStart = removed ? !first || comesBefore(removed, first) : index >= 0 && index <= 1
  const before = useReportPage(query, page - 1, { enabled: page > 1 && isAtStart, ahead: true })
  // New reports move the others down, so a report that is no longer on this page may be on the next one.
  const after = useReportPage(query, page + 1, {
    enabled: page < pages && (index < 0 || index >= length - 2),
    ahead: true,
  })

  const parts = [
    { page: page - 1, reports: before.data?.reports },
    { page, reports },
    { page: page + 1, reports: after.data?.reports },
  ]
  const entries = new Map<number, Neighbour & { position: number }>()
  for (const part of parts) {
    for (const [place, report] of (part.reports ?? []).entries()) {
      if (entries.has(report.id)) continue
      const position = (part.page - 1) * limits.pageSize + place + 1
      entries.set(report.id, { report, search: searchOf(filters, part.page), position })
    }
  }
  const list = [...entries.values()]
  const total = here.data?.total ?? 0
  const at = list.findIndex(entry => String(entry.report.id) === id)
  if (at < 0 && removed) {
    const isLoaded = {
      start: page === 1 || before.data !== undefined,
      end: page >= pages || after.data !== undefined,
    }
    return { current: undefined, position: undefined, total, ...neighboursOfRemoved(removed, list, isLoaded) }
  }
  return {
    current: list[at]?.report,
    previous: list[at - 1],
    next: at < 0 ? undefined : list[at + 1],
    position: list[at]?.position,
    total,
  }
}

/** The order in which the server sorts the list. */
const comesBefore = (one: Report, other: Report) =>
  one.date === other.date ? one.id > other.id : one.date > other.date

/**
 * The neighbours of a report that is no longer in the list, by the place it had. There are none while a report between them
 * may not be loaded yet.
 */
function neighboursOfRemoved(
  removed: Report,
  list: readonly Neighbour[],
  isLoaded: { start: boolean; end: boolean },
) {
  const at = list.findIndex(({ report }) => comesBefore(removed, report))
  if (at === 0 && !isLoaded.start) return { previous: undefined, next: undefined }
  if (at < 0 && !isLoaded.end) return { previous: undefined, next: undefined }
  return at < 0 ? { previous: list.at(-1), next: undefined } : { previous: list[at - 1], next: list[at] }
}
