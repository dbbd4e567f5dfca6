import { messages } from '#shared/messages.ts'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './blockers.scss'

/** Rows to come. */
export function BlockerListSkeleton() {
  return (
    <Placeholder label={messages.blockers.loading}>
      <div className="card blocker-list">
        {['82%', '64%', '71%', '58%', '77%'].map(width => (
          <div key={width} className="blocker">
            <div className="blocker-when">
              <Skeleton width="3.5rem" />
            </div>
            <div className="blocker-words">
              <Skeleton width={width} />
              <p className="blocker-whose">
                <Skeleton width="12rem" height="1.875rem" />
              </p>
            </div>
            <div className="blocker-owner">
              <Skeleton height="2.25rem" />
            </div>
            <div className="blocker-act">
              <Skeleton width="4.5rem" height="2rem" />
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
