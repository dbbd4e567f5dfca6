import type { ListedReport } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
import { MarkedText } from '../../domain/report-marks.tsx'
import { cut, formatLongDay } from '../../lib/format.ts'
import { type Choosing, FirstCell } from './first-cell.tsx'
import { Person } from './person.tsx'
import './reviews.scss'

type AllReportsTableProps = {
  label: string
  reports: ListedReport[]
  isBusy?: boolean
  /** Goes along to the report, which finds its neighbours by it. */
  search?: string
  /** Absent: rows have no check boxes. */
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
    cell: report => <MarkedText report={report}>{cut(report.tasks, limits.allReportsCut)}</MarkedText>,
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

/** With a project chosen: its part of the day, and the whole day where that is more. */
function Hours({ report: { hours_worked, project_hours = hours_worked } }: { report: ListedReport }) {
  const day = formatHours(minutesOf(hours_worked))
  if (project_hours === hours_worked) return day
  return (
    <>
      {formatHours(minutesOf(project_hours))} <span className="text-body-secondary">of {day}</span>
    </>
  )
}

/** Rows to come. */
export const AllReportsSkeleton = ({ rows }: { rows?: number }) => (
  <TableSkeleton columns={columnsWith()} className="all-reports-table" rows={rows} />
)
