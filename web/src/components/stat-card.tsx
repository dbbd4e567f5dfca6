import { type ReactNode, useId } from 'react'
import { usePlaceholder } from '../lib/use-placeholder.ts'
import { ErrorState } from './error-state.tsx'
import { Icon } from './icon.tsx'
import { Placeholder, Skeleton } from './skeleton.tsx'

type StatCardProps = {
  icon: string
  title: string
  /** The one number. */
  value: ReactNode
  /** Beside the number, smaller. */
  detail?: ReactNode
  /** A bar below the number. */
  bar?: ReactNode
  /** Where to go from here. */
  children?: ReactNode
}

export function StatCard({ icon, title, value, detail, bar, children }: StatCardProps) {
  const id = useId()
  return (
    <section className="card stat-card" aria-labelledby={id}>
      <h2 id={id}>
        <Icon svg={icon} />
        {title}
      </h2>
      {typeof value === 'string' ? (
        <p className="stat-figure">
          <span className="stat-value">{value}</span>
          {detail && <span className="stat-detail"> {detail}</span>}
        </p>
      ) : (
        value
      )}
      {bar}
      {children && <div className="stat-links">{children}</div>}
    </section>
  )
}

type LoadedCountProps = {
  query: { data: number | undefined; isPending: boolean; refetch: () => unknown }
  failure: string
}

/** A number that has to come first: each card waits and fails on its own. */
export function LoadedCount({ query, failure }: LoadedCountProps) {
  const isWaiting = usePlaceholder(query.isPending)
  if (isWaiting) return <CountSkeleton />
  if (query.data === undefined)
    return <ErrorState plain message={failure} onRetry={() => void query.refetch()} />
  return (
    <p className="stat-figure">
      <span className="stat-value">{query.data.toLocaleString()}</span>
    </p>
  )
}

function CountSkeleton() {
  return (
    <Placeholder>
      <div className="stat-figure">
        <Skeleton width="4rem" />
      </div>
    </Placeholder>
  )
}
