import type { ListedReport } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Day } from '../../components/day.tsx'
import { MarkedText } from '../../components/report-marks.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import { cut, formatLongDay } from '../../lib/format.ts'
import { Person } from './person.tsx'
import './all-reports-table.scss'

type AllReportsTableProps = {
  label: string
  reports: ListedReport[]
  isBusy?: boolean
  /** Goes along to the report, which finds its neighbours by it. */
  search?: string
  onIntent?: (report: ListedReport) => void
}

export function AllReportsTable(props: AllReportsTableProps) {
  const { label, reports, isBusy, search, onIntent } = props
  const columns: Column<ListedReport>[] = [
    { header: 'Date', place: 'title', cell: report => <Day date={report.date} /> },
    {
      header: 'Developer',
      place: 'lead',
      cell: report => <Person id={report.user_id} name={report.user_name} />,
    },
    {
      header: 'Hours Worked',
      place: 'aside',
      align: 'end',
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
      cell: report => (
        <RowLink
          to={paths.reviewReport(report.id, search)}
          label={`View report by ${report.user_name}, ${formatLongDay(report.date)}`}
        />
      ),
    },
  ]
  return (
    <div className="card all-reports-table">
      <DataTable
        label={label}
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

// Different lengths look like text.
const widths = ['92%', '64%', '78%', '85%', '58%', '71%', '95%', '66%', '80%', '74%']

/** Rows to come, in the very same table. */
export function AllReportsSkeleton({ rows = limits.pageSize }: { rows?: number }) {
  const columns: Column<number>[] = [
    { header: 'Date', place: 'title', cell: () => <Skeleton width="5.625rem" /> },
    { header: 'Developer', place: 'lead', cell: () => <Skeleton width="9rem" height="1.875rem" /> },
    { header: 'Hours Worked', place: 'aside', align: 'end', cell: () => <Skeleton width="3.5rem" /> },
    { header: 'Tasks', place: 'text', grows: true, cell: row => <Skeleton width={widths[row]} /> },
    { header: 'Action', place: 'action', cell: () => <Skeleton width="1.75rem" /> },
  ]
  return (
    <Placeholder>
      <div className="card all-reports-table">
        <DataTable label="" columns={columns} rows={[...widths.keys()].slice(0, rows)} rowKey={row => row} />
      </div>
    </Placeholder>
  )
}
