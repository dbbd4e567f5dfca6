import type { QueryClient } from '@tanstack/react-query'
import type { Report, ReportDetails, ReportPage } from '#shared/contract/reports.ts'
import type { TeamDay } from '#shared/contract/team-day.ts'

// Every report that is loaded lies below this key, whichever screen loaded it.
const allReports = ['reports'] as const

type Change = <R extends Report>(report: R) => R

/** Changes a report wherever it is shown: in its details, in lists and in the team's day. */
export function changeShownReports(queryClient: QueryClient, viewerId: number | undefined, change: Change) {
  queryClient.setQueriesData({ queryKey: allReports }, (shown: unknown) => {
    if (isDetails(shown)) return keepIfSame(shown, 'report', change(shown.report))
    if (isList(shown)) return { ...shown, reports: shown.reports.map(change) }
    if (isTeamDay(shown)) return changeTeamDay(shown, viewerId, change)
    return shown
  })
}

function changeTeamDay(day: TeamDay, viewerId: number | undefined, change: Change): TeamDay {
  let toReview = day.counts.to_review
  const data = day.data.map(entry => {
    const report = entry.report && change(entry.report)
    if (!report || !entry.report || report === entry.report) return entry
    if (report.user_id !== viewerId) toReview += Number(isUnread(report)) - Number(isUnread(entry.report))
    return { ...entry, report }
  })
  // The same object as before where nothing changed: cards compare them.
  if (data.every((entry, index) => entry === day.data[index])) return day
  return { ...day, data, counts: { ...day.counts, to_review: toReview } }
}

export const isUnread = ({ review }: Report) => review.state === 'unreviewed'

const keepIfSame = <T extends object, K extends keyof T>(thing: T, name: K, value: T[K]): T =>
  thing[name] === value ? thing : { ...thing, [name]: value }

const isObject = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null
const isDetails = (data: unknown): data is ReportDetails => isObject(data) && 'report' in data
const isList = (data: unknown): data is ReportPage => isObject(data) && Array.isArray(data.reports)
const isTeamDay = (data: unknown): data is TeamDay =>
  isObject(data) && Array.isArray(data.data) && isObject(data.counts) && 'to_review' in data.counts
