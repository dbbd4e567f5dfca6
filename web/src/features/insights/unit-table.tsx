import { Link } from 'react-router'
import type { InsightUnit } from '#shared/contract/insights.ts'
import { addMinutes, formatHours } from '#shared/hours.ts'
import { type Column, Swatch } from '../../components/chart/stacked-bars.tsx'
import { unitLabels } from './filters.ts'
import type { HoursOf } from './hours-picture.ts'
import { TableCard } from './table-card.tsx'
import './insights.scss'

type UnitTableProps = {
  unit: InsightUnit
  columns: readonly Column[]
  parts: readonly HoursOf[]
  hrefOf: (row: HoursOf, bucket: number) => string
  hrefOfBucket: (bucket: number) => string
}

/** What the picture shows, as a table. */
export function UnitTable({ unit, columns, parts, hrefOf, hrefOfBucket }: UnitTableProps) {
  // The last column has the sum already.
  const shown = parts.filter(({ id }) => id !== 'everyone')
  const total = (bucket: number) => addMinutes(parts.map(({ minutes }) => minutes[bucket] ?? 0))
  // Days without hours are left out, because most of them are days off. Weeks and months without hours are listed.
  const listed = columns
    .map((column, bucket) => ({ column, bucket }))
    .filter(({ bucket }) => unit !== 'day' || total(bucket) > 0)
  return (
    <TableCard title={`Hours by ${unit}`}>
      <table className="insight-table">
        <thead>
          <tr>
            <th scope="col">{unitLabels[unit]}</th>
            {shown.map(row => (
              <th key={row.id} scope="col" className="cell-end">
                <span className="insight-name">
                  {row.look && <Swatch look={row.look} />}
                  <span className="insight-head">{row.name}</span>
                </span>
              </th>
            ))}
            <th scope="col" className="cell-end">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {listed.map(({ column, bucket }) => (
            <tr key={bucket}>
              <th scope="row">{column.name}</th>
              {shown.map(row => {
                const minutes = row.minutes[bucket] ?? 0
                return (
                  <td key={row.id} className="cell-end">
                    {minutes > 0 && row.id !== 'other' ? (
                      <Hours
                        minutes={minutes}
                        href={hrefOf(row, bucket)}
                        of={`${row.name}, ${column.name}`}
                      />
                    ) : (
                      plainHours(minutes)
                    )}
                  </td>
                )
              })}
              <td className="cell-end">
                {total(bucket) > 0 ? (
                  <Hours minutes={total(bucket)} href={hrefOfBucket(bucket)} of={`Total, ${column.name}`} />
                ) : (
                  plainHours(0)
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {shown.map(row => (
              <td key={row.id} className="cell-end">
                {formatHours(row.total)}
              </td>
            ))}
            <td className="cell-end">{formatHours(addMinutes(parts.map(({ total }) => total)))}</td>
          </tr>
        </tfoot>
      </table>
    </TableCard>
  )
}

const plainHours = (minutes: number) => (minutes > 0 ? formatHours(minutes) : '–')

function Hours({ minutes, href, of }: { minutes: number; href: string; of: string }) {
  return (
    <Link to={href} aria-label={`${of}: ${formatHours(minutes)}`}>
      {formatHours(minutes)}
    </Link>
  )
}
