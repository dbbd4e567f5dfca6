import { type Column, DataTable } from '../../components/data-table.tsx'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './users.scss'

// Different lengths look like text.
const widths = ['62%', '48%', '70%', '55%', '66%', '50%', '72%', '58%']

const columns: Column<string>[] = [
  { header: '#', place: 'lead', cell: () => <Skeleton width="1rem" /> },
  { header: 'Name', place: 'title', cell: () => <Skeleton width="9rem" /> },
  { header: 'Email', place: 'text', grows: true, isMore: true, cell: width => <Skeleton width={width} /> },
  { header: 'Role', place: 'aside', cell: () => <Skeleton width="4.5rem" /> },
  { header: 'Created At', place: 'text', isMore: true, cell: () => <Skeleton width="6rem" /> },
  {
    header: 'Actions',
    place: 'action',
    isMore: true,
    cell: () => (
      <div className="user-actions">
        <Skeleton width="6rem" height="2rem" />
      </div>
    ),
  },
]

/** The list to come, in the very same table. What it waits for is said above it. */
export function UserTableSkeleton() {
  return (
    <Placeholder label="">
      <div className="card user-table">
        <DataTable label="" columns={columns} rows={widths} rowKey={width => width} />
      </div>
    </Placeholder>
  )
}
