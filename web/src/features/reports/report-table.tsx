import { isReviewable, type ListedReport } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink, TableSkeleton } from '../../components/data-table.tsx'
import { Day } from '../../components/day.tsx'
import { AwaitedReview, MarkedText, ReviewNote } from '../../domain/report-marks.tsx'
import { formatLongDay, truncate } from '../../lib/dates.ts'
import './report-table.scss'

const columns: Column<ListedReport>[] = [
  {
    header: 'Date',
    place: 'title',
    skeleton: { width: '5.625rem' },
    cell: report => <Day date={report.date} />,
  },
  {
    header: 'Tasks',
    place: 'text',
    grows: true,
    skeleton: { linesOnCards: 3 },
    cell: report => (
      <MarkedText
        report={report}
        review={
          report.review.state === 'unreviewed' && isReviewable(report) ? (
            <AwaitedReview />
          ) : (
            <ReviewNote review={report.review} />
          )
        }
      >
        {truncate(report.tasks, limits.myReportsCut)}
      </MarkedText>
    ),
  },
  {
    header: 'Hours Worked',
    place: 'aside',
    align: 'end',
    skeleton: { width: '3.5rem' },
    cell: report => formatHours(minutesOf(report.hours_worked)),
  },
  {
    header: 'Action',
    place: 'action',
    skeleton: { width: '1.75rem' },
    cell: report => (
      <RowLink to={paths.report(report.id)} label={`View report for ${formatLongDay(report.date)}`} />
    ),
  },
]

type ReportTableProps = {
  reports: ListedReport[]
  isBusy?: boolean
  onIntent?: (report: ListedReport) => void
}

export function ReportTable({ reports, isBusy, onIntent }: ReportTableProps) {
  return (
    <div className="card report-table">
      <DataTable
        label="My Reports"
        columns={columns}
        rows={reports}
        rowKey={report => report.id}
        rowsOpen
        onIntent={onIntent}
        isBusy={isBusy}
      />
    </div>
  )
}

export const ReportTableSkeleton = () => <TableSkeleton columns={columns} />
