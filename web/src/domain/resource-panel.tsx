import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { Alert } from '../components/alert.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { Icon } from '../components/icon.tsx'
import { Placeholder, Skeleton } from '../components/skeleton.tsx'
import { PendingBadge, TwoStepDeletion } from '../components/two-step-deletion.tsx'
import { keepFocus } from '../lib/keep-focus.ts'
import { usePlaceholder } from '../lib/use-placeholder.ts'

type Failure = {
  sentence: string
  reason?: string
  /** What failed keeps the focus, such as the field of a form. */
  keepsFocus?: boolean
}

/** What is done to the things of a panel, and what failed of it. */
export function useAttempts() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function attempt(action: () => Promise<void>, sentence: string) {
    setFailure(null)
    try {
      await action()
    } catch {
      // The API client has logged it.
      setFailure({ sentence })
    }
    keepFocus(heading.current)
  }

  return { heading, failure, setFailure, attempt }
}

type ResourcePanelProps<Item> = {
  title: string
  /** Whose they are: tells it apart from other panels of the same title. */
  owner: string
  list: { data: readonly Item[] | undefined; isPending: boolean; refetch: () => Promise<unknown> }
  attempts: ReturnType<typeof useAttempts>
  icon: string
  sentences: { loadFailed: string; none: string; noneHint: string }
  /** Beside the heading. */
  action?: ReactNode
  /** Above the list. */
  form?: ReactNode
  children: (item: Item) => ReactNode
}

/** One kind of thing that belongs to a project: how many, what failed, a way to add one, and the list. */
export function ResourcePanel<Item>(props: ResourcePanelProps<Item>) {
  const { title, owner, list, attempts, action, form } = props
  const { heading, failure, setFailure } = attempts
  const label = `${title} for ${owner}`
  return (
    <section className="panel" aria-label={label}>
      <div className="panel-header">
        <h3 ref={heading} tabIndex={-1}>
          {title}
          {list.data && <span className="panel-count">{list.data.length}</span>}
        </h3>
        {action}
      </div>
      {failure && (
        <Alert variant="danger" takesFocus={!failure.keepsFocus} onDismiss={() => setFailure(null)}>
          <p>{failure.sentence}</p>
          {failure.reason && <p>{failure.reason}</p>}
        </Alert>
      )}
      {form}
      <ResourceList {...props} label={label} />
    </section>
  )
}

/** The list in all four states. */
function ResourceList<Item>(props: ResourcePanelProps<Item> & { label: string }) {
  const { label, list, icon, sentences, children } = props
  const { data: items, isPending, refetch } = list
  if (usePlaceholder(isPending)) return <ListSkeleton />
  if (!items) return <ErrorState plain message={sentences.loadFailed} onRetry={() => void refetch()} />
  if (items.length === 0) {
    return (
      <div className="panel-empty">
        <Icon svg={icon} className="empty-state-icon" />
        <p className="empty-state-title">{sentences.none}</p>
        <p className="text-body-secondary">{sentences.noneHint}</p>
      </div>
    )
  }
  return (
    <ul className="panel-list" aria-label={label}>
      {items.map(children)}
    </ul>
  )
}

function ListSkeleton() {
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

type ResourceRowProps = ComponentProps<typeof TwoStepDeletion> & {
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  /** What else can be done to it. */
  buttons: ReactNode
  className?: string
}

/** One of them. Marked for deletion, its words are dimmed. */
export function ResourceRow({ icon, title, detail, buttons, className = '', ...deletion }: ResourceRowProps) {
  return (
    <li className={`panel-row ${className}`}>
      {icon}
      <div className="panel-words">
        <div className="panel-title">
          {title}
          {deletion.isPending && <PendingBadge />}
        </div>
        <p className={deletion.isPending ? 'dimmed' : undefined}>{detail}</p>
      </div>
      <div className="icon-buttons">
        {buttons}
        <TwoStepDeletion {...deletion} />
      </div>
    </li>
  )
}
