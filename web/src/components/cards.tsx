import arrow from 'bootstrap-icons/icons/arrow-right.svg?raw'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'
import { Placeholder, Skeleton, usePlaceholder } from './placeholders.tsx'
import { ErrorState } from './states.tsx'

type StatCardProps = {
  icon: string
  title: string
  value: ReactNode
  /** A smaller text beside the number. */
  detail?: ReactNode
  /** A bar below the number. */
  bar?: ReactNode
  /** Links to the details. */
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
  /** The path of the list that has this many entries. */
  to?: string
  /** The singular and plural of what is counted, for screen readers: "4 reports". */
  unit?: readonly [one: string, several: string]
  /** A smaller text beside the number, such as its day. */
  detail?: string | undefined
}

/** A number that is loaded by its card, which shows its own placeholder and error. */
export function LoadedCount({ query, failure, to, unit, detail }: LoadedCountProps) {
  const isWaiting = usePlaceholder(query.isPending)
  if (isWaiting) return <CountSkeleton />
  if (query.data === undefined)
    return <ErrorState plain message={failure} onRetry={() => void query.refetch()} />
  return (
    <p className="stat-figure">
      {to ? (
        <Link to={to} className="stat-value">
          {query.data.toLocaleString()}
          {unit && <span className="visually-hidden"> {unit[query.data === 1 ? 0 : 1]}</span>}
        </Link>
      ) : (
        <span className="stat-value">{query.data.toLocaleString()}</span>
      )}
      {detail && <span className="stat-detail"> {detail}</span>}
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

type LinkCardProps = { to: string; icon: string; title: string; children: string }

/** A card that is clickable as a whole; assistive technology sees only the link of its title. */
export function LinkCard({ to, icon, title, children }: LinkCardProps) {
  return (
    <div className="link-card card">
      <Icon svg={icon} className="link-card-icon" />
      <h2>
        <Link to={to} className="stretched-link">
          {title}
        </Link>
        <Icon svg={arrow} className="link-card-arrow" />
      </h2>
      <p>{children}</p>
    </div>
  )
}

export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="description-list">{children}</dl>
}

/** A long value takes a line of its own, because a narrow column would wrap it letter by letter. */
const isLong = (value: ReactNode) => typeof value === 'string' && value.length > 40

type FactProps = { label: string; className?: string; children: ReactNode }

export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={isLong(children) ? 'fact-long' : className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
