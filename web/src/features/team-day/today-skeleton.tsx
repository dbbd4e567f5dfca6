import { Placeholder, Skeleton } from '../../components/placeholders.tsx'

export function TodaySkeleton() {
  return (
    <Placeholder>
      <div className="today-columns">
        <div className="people-panel">
          <div className="panel-progress">
            <Skeleton width="9rem" />
            <div className="progress-row">
              <Skeleton height="0.5rem" />
            </div>
            <span className="btn btn-sm held-back">Mark all</span>
          </div>
          <Skeleton width="60%" />
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </div>
        <div className="today-cards">
          {[0, 1, 2].map(index => (
            <div key={index} className="card today-card">
              <div className="today-head">
                <Skeleton width="12rem" height="1.875rem" />
              </div>
              <div className="today-part">
                <Skeleton width="5rem" />
                <Skeleton />
                <Skeleton width="85%" />
                <Skeleton width="60%" />
              </div>
              <div className="today-actions">
                <Skeleton width="16rem" height="1.75rem" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Placeholder>
  )
}
