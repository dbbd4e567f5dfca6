import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './reports.scss'

const parts = ['88%', '72%', '40%', '64%']

export function ReportDetailsSkeleton() {
  return (
    <Placeholder>
      <div className="card report-details">
        <div className="report-part">
          <Skeleton width="30%" />
          <Skeleton width="55%" />
        </div>
        {parts.map(width => (
          <div key={width} className="report-part">
            <Skeleton width="6rem" />
            <Skeleton width={width} />
            <Skeleton width="50%" />
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
