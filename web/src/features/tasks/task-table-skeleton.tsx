import { limits } from '#shared/limits.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './task-table.scss'

// Different lengths look like text.
const widths = ['72%', '54%', '80%', '61%', '48%', '75%', '66%', '58%', '83%', '50%']
const rows = Array.from({ length: limits.pageSize }, (_, index) => index)

const columns: Column<number>[] = [
  { header: 'Title', place: 'title', grows: true, cell: row => <Skeleton width={widths[row]} /> },
  { header: 'Project', place: 'text', cell: () => <Skeleton width="8rem" /> },
  { header: 'Assigned To', place: 'text', cell: () => <Skeleton width="7rem" /> },
  { header: 'Status', place: 'aside', cell: () => <Skeleton width="4.5rem" /> },
  { header: 'Actions', place: 'action', cell: () => <Skeleton width="2.25rem" /> },
]

/** A full page of tasks to come, in the very same table. */
export function TaskTableSkeleton() {
  return (
    <Placeholder>
      <div className="card task-table">
        <DataTable label="" columns={columns} rows={rows} rowKey={row => row} />
      </div>
    </Placeholder>
  )
}
