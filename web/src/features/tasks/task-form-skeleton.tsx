import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import './tasks.scss'

const fields = ['2.75rem', '7.5rem', '2.75rem', '2.75rem']

export function TaskFormSkeleton() {
  return (
    <Placeholder>
      <div className="card card-body form">
        {fields.map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change their order
          <div key={index}>
            <Skeleton width="6rem" />
            <div style={{ height }}>
              <span className="skeleton" style={{ height: '100%' }} />
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
