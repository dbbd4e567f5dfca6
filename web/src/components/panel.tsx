import { type ReactNode, type Ref, useId } from 'react'
import { ErrorState } from './error-state.tsx'
import { Placeholder, Skeleton } from './skeleton.tsx'
import './panel.scss'

type PanelProps = {
  title: string
  /** Tells it apart from other panels of the same title. */
  label: string
  /** How many things are in it, once that is known. */
  count?: number
  action?: ReactNode
  /** Gets the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** A box of one kind of thing inside something larger. */
export function Panel({ title, label, count, action, headingRef, children }: PanelProps) {
  return (
    <section className="panel" aria-label={label}>
      <div className="panel-header">
        <h3 ref={headingRef} tabIndex={-1}>
          {title}
          {count !== undefined && <span className="panel-count">{count}</span>}
        </h3>
        {action}
      </div>
      {children}
    </section>
  )
}

type PanelListProps<Item> = {
  label: string
  /** Undefined: could not be loaded. */
  items: readonly Item[] | undefined
  isWaiting: boolean
  failure: string
  onRetry: () => void
  empty: { icon: ReactNode; title: string; hint: string }
  children: (item: Item) => ReactNode
}

/** Its list in all four states. */
export function PanelList<Item>(props: PanelListProps<Item>) {
  const { label, items, isWaiting, failure, onRetry, empty, children } = props
  if (isWaiting) return <PanelSkeleton />
  if (!items) return <ErrorState plain message={failure} onRetry={onRetry} />
  if (items.length === 0) {
    return (
      <div className="panel-empty">
        {empty.icon}
        <p className="empty-state-title">{empty.title}</p>
        <p className="text-body-secondary">{empty.hint}</p>
      </div>
    )
  }
  return (
    <ul className="panel-list" aria-label={label}>
      {items.map(children)}
    </ul>
  )
}

function PanelSkeleton() {
  const id = useId()
  return (
    <Placeholder>
      <div className="panel-list">
        {['60%', '45%', '55%'].map(width => (
          <div key={id + width} className="panel-row">
            <Skeleton width="1.5rem" height="1.5rem" />
            <div className="panel-words">
              <Skeleton width={width} />
              <Skeleton width="40%" height="0.75em" />
            </div>
          </div>
        ))}
      </div>
    </Placeholder>
  )
}
