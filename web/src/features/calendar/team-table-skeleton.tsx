import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './team-calendar.scss'

const rows = ['70%', '55%', '80%', '62%', '74%', '58%', '66%', '78%', '60%', '72%', '64%', '68%']

/** Names and days to come. */
export function TeamTableSkeleton({ days }: { days: readonly string[] }) {
  return (
    <Placeholder>
      <div className="team-scroll">
        <div className="team-clip">
          <table className="team-table">
            <thead>
              <tr>
                <th>
                  <Skeleton width="3rem" />
                </th>
                {days.map(date => (
                  <th key={date}>
                    <span>&nbsp;</span>
                    <span className="team-date">{Number(date.slice(8))}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(width => (
                <tr key={width}>
                  <th>
                    <Skeleton width={width} />
                  </th>
                  <td colSpan={days.length} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Placeholder>
  )
}
