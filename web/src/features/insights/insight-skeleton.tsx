import { useFrame } from '../../components/chart/scale.ts'
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import './insights.scss'

/** Stands in for a picture with its title and sentence while it loads. */
export function InsightSkeleton() {
  const { width, height } = useFrame(false)
  return (
    <Placeholder>
      <div className="card figure-card">
        <Skeleton width="9rem" />
        <Skeleton width="70%" />
        <svg className="chart-picture" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <rect className="skeleton-picture" width={width} height={height} rx="8" />
        </svg>
      </div>
    </Placeholder>
  )
}
