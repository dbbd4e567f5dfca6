import { type Query, useQueryClient } from '@tanstack/react-query'
import type { ReportDetails, ReportPage } from '#shared/contract/reports.ts'
import { reportKeys } from './api.ts'

/** Puts comments that were just posted where the details of the report read them. */
export function useCommentsInReport(id: string) {
  const queryClient = useQueryClient()
  return (comments: ReportDetails['comments']) => {
    queryClient.setQueryData<ReportDetails>(
      reportKeys.one(id),
      details => details && { ...details, comments },
    )
    // The lists that show the report count them.
    queryClient.setQueriesData<ReportPage>({ queryKey: reportKeys.all, predicate: isList }, list => ({
      ...(list as ReportPage),
      reports: (list as ReportPage).reports.map(report =>
        String(report.id) === id ? { ...report, comment_count: comments.length } : report,
      ),
    }))
  }
}

const isList = ({ state: { data } }: Query) =>
  typeof data === 'object' && data !== null && 'reports' in data && 'totalPages' in data
