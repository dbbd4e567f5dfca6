import { limits } from '#shared/limits.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Placeholder, Skeleton } from './skeleton.tsx'

type TableSkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  /** Of the card, as around the table itself. */
  className?: string
  rows?: number
  /** Empty where another text says what is waited for. */
  label?: string
}

// Different lengths look like text.
const widths = ['92%', '64%', '78%', '85%', '58%', '71%', '95%', '66%', '80%', '74%']

/** Rows to come, in the very same table: in each cell a grey line as long as its column says. */
export function TableSkeleton<Row>(props: TableSkeletonProps<Row>) {
  const { columns, className = '', rows = limits.pageSize, label } = props
  const shapes = columns.map(({ skeleton = {}, ...column }) => ({
    ...column,
    cell(row: number) {
      const { linesOnCards = 1, width = widths[row % widths.length], height } = skeleton
      return (
        <>
          {linesOnCards > 1 && (
            <span className="on-cards">
              {Array.from({ length: linesOnCards - 1 }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change their order
                <Skeleton key={line} />
              ))}
            </span>
          )}
          <Skeleton width={width} height={height} />
        </>
      )
    },
  }))
  return (
    <Placeholder label={label}>
      <div className={`card ${className}`}>
        <DataTable label="" columns={shapes} rows={[...Array(rows).keys()]} rowKey={row => row} />
      </div>
    </Placeholder>
  )
}
