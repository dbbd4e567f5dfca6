import { limits } from '#shared/limits.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './report-table.scss'

// Different lengths look like text.
const widths = ['92%', '64%', '78%', '85%', '58%', '71%', '95%', '66%', '80%', '74%']
const rows = Array.from({ length: limits.pageSize }, (_, index) => index)

const columns: Column<number>[] = [
  { header: 'Date', place: 'title', cell: () => <Skeleton width="5.625rem" /> },
  { header: 'Tasks', place: 'text', grows: true, cell: row => <TextSkeleton width={widths[row]} /> },
  { header: 'Hours Worked', place: 'aside', align: 'end', cell: () => <Skeleton width="3.5rem" /> },
  { header: 'Action', place: 'action', cell: () => <Skeleton width="1.75rem" /> },
]

/** One line in the table, three in a card. */
function TextSkeleton({ width }: { width?: string }) {
  return (
    <>
      <span className="on-cards">
        <Skeleton />
        <Skeleton />
      </span>
      <Skeleton width={width} />
    </>
  )
}

/** A full page of reports to come, in the very same table. */
export function ReportTableSkeleton() {
  return (
    <Placeholder>
      <div className="card">
        <DataTable label="" columns={columns} rows={rows} rowKey={row => row} />
      </div>
    </Placeholder>
  )
}
