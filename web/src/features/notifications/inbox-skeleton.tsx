import { messages } from '#shared/messages.ts'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './notifications.scss'

/** Lines to come. */
export function InboxSkeleton() {
  return (
    <Placeholder label={messages.notifications.loading}>
      <div className="card inbox">
        {['72%', '58%', '80%', '64%', '69%', '54%'].map(width => (
          <div key={width} className="inbox-line">
            <span className="inbox-icon" />
            <div className="inbox-words">
              <Skeleton width={width} />
              <p className="inbox-excerpt">
                <Skeleton width="40%" />
              </p>
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
