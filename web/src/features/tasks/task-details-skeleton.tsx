import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './tasks.scss'

const facts = ['7rem', '6rem', '6.5rem', '3rem', '8rem']

export function TaskDetailsSkeleton() {
  return (
    <Placeholder>
      <div className="card task-details">
        <div className="task-part task-facts">
          <div className="description-list">
            {facts.map(width => (
              <div key={width}>
                <Skeleton width="5rem" />
                <Skeleton width={width} />
              </div>
            ))}
          </div>
        </div>
        <div className="task-part">
          <Skeleton width="6rem" />
          <Skeleton width="88%" />
          <Skeleton width="64%" />
        </div>
      </div>
    </Placeholder>
  )
}
