import type { ListedReport } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink, TableSkeleton } from '../../components/data-table.tsx'
import { Day } from '../../components/day.tsx'
import { RowCheck, type Selection } from '../../components/selection.tsx'
import { MarkedText, reviewLabels } from '../../domain/report-marks.tsx'
import { formatLongDay, truncate } from '../../lib/dates.ts'
import type { Reviewable } from './api.ts'
import { Person } from './person.tsx'
import './reviews.scss'

type AllReportsTableProps = {
  label: string
  reports: ListedReport[]
  isBusy?: boolean
  /** The query string for the page of a report, which finds its neighbours with it. */
  search?: string
  /** Absent if rows have no check boxes. */
  choosing?: Choosing
  onIntent?: (report: ListedReport) => void
}

const columnsWith = (search?: string, choosing?: Choosing): Column<ListedReport>[] => [
  {
    header: 'Date',
    place: 'title',
    skeleton: { width: '5.625rem' },
    cell: report => <FirstCell report={report} choosing={choosing} />,
  },
  {
    header: 'Developer',
    place: 'lead',
    skeleton: { width: '9rem', height: '1.875rem' },
    cell: report => <Person id={report.user_id} name={report.user_name} />,
  },
  {
    header: 'Hours Worked',
    place: 'aside',
    align: 'end',
    skeleton: { width: '3.5rem' },
    cell: report => <Hours report={report} />,
  },
  {
    header: 'Tasks',
    place: 'text',
    grows: true,
    cell: report => <MarkedText report={report}>{truncate(report.tasks, limits.allReportsCut)}</MarkedText>,
  },
  {
    header: 'Action',
    place: 'action',
    skeleton: { width: '1.75rem' },
    cell: report => (
      <RowLink
        to={paths.reviewReport(report.id, search)}
        label={`View report by ${report.user_name}, ${formatLongDay(report.date)}`}
      />
    ),
  },
]

export function AllReportsTable(props: AllReportsTableProps) {
  const { label, reports, isBusy, search, choosing, onIntent } = props
  return (
    <div className="card all-reports-table">
      <DataTable
        label={label}
        columns={columnsWith(search, choosing)}
        rows={reports}
        rowKey={report => report.id}
        rowsOpen
        onIntent={onIntent}
        isBusy={isBusy}
      />
    </div>
  )
}

/** With a project filter, the hours of that project, followed by those of the day if they differ. */
function Hours({ report: { hours_worked, project_hours = hours_worked } }: { report: ListedReport }) {
  const day = formatHours(minutesOf(hours_worked))
  if (project_hours === hours_worked) return day
  return (
    <>
      {formatHours(minutesOf(project_hours))} <span className="text-body-secondary">of {day}</span>
    </>
  )
}

export const AllReportsSkeleton = ({ rows }: { rows?: number }) => (
  <TableSkeleton columns={columnsWith()} className="all-reports-table" rows={rows} />
)

/** Adds check boxes to the rows of a list. */
export type Choosing = {
  selection: Selection<Reviewable>
  /** The rows of the page that can be selected, in their order. */
  rows: readonly ListedReport[]
}

/** The date, with the check box before it and the review state after it unless the report is reviewed. */
function FirstCell({ report, choosing }: { report: ListedReport; choosing?: Choosing }) {
  const { state } = report.review
  return (
    <span className="first-cell">
      {choosing && (
        <RowCheck
          {...choosing}
          row={report}
          label={`Select report by ${report.user_name}, ${formatLongDay(report.date)}`}
        />
      )}
      <span className="first-cell-words">
        <Day date={report.date} />
        {state !== 'reviewed' && (
          <span className={`row-review row-review-${state}`}>{reviewLabels[state]}</span>
        )}
      </span>
    </span>
  )
}
