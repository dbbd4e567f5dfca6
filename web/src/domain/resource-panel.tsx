import restore from 'bootstrap-icons/icons/arrow-counterclockwise.svg?raw'
import trash from 'bootstrap-icons/icons/trash.svg?raw'
import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Alert } from '../components/alert.tsx'
import { Confirm } from '../components/dialog.tsx'
import { Icon, IconButton } from '../components/icon.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { Can, useActor } from '../lib/can.tsx'
import { keepFocus } from '../lib/focus.ts'

type TwoStepDeletionProps = {
  /** The word for it, such as "file". */
  kind: string
  name: string
  isPending: boolean
  questions: {
    confirmMark: string
    confirmDelete: string
    confirmDeleteMarked: string
    confirmRestore: string
  }
  /** `onDelete` and `onRestore` resolve when their call has ended, even if it failed. */
  onDelete: () => Promise<void>
  onRestore: () => Promise<void>
}

/** Delete and Restore of a project's resource: a manager marks it, an admin removes or restores it. */
export function TwoStepDeletion(props: TwoStepDeletionProps) {
  const { kind, name, isPending, questions } = props
  const [asking, setAsking] = useState<'delete' | 'restore' | null>(null)
  const [busy, setBusy] = useState(false)
  const actor = useActor()
  const removes = actor !== null && can(actor, 'resource.remove')

  async function handleConfirm() {
    setBusy(true)
    await (asking === 'restore' ? props.onRestore() : props.onDelete())
    setBusy(false)
    setAsking(null)
  }

  const ask = {
    delete: removes
      ? {
          title: `Delete ${kind}`,
          question: isPending ? questions.confirmDeleteMarked : questions.confirmDelete,
          confirmLabel: 'Delete',
          busyLabel: 'Deleting...',
        }
      : {
          title: `Delete ${kind}`,
          question: questions.confirmMark,
          confirmLabel: 'Mark for deletion',
          busyLabel: 'Marking...',
        },
    restore: {
      title: `Restore ${kind}`,
      question: questions.confirmRestore,
      confirmLabel: 'Restore',
      busyLabel: 'Restoring...',
      variant: 'primary' as const,
    },
  }
  const { question, ...dialog } = ask[asking ?? 'delete']

  return (
    <>
      {isPending && (
        <Can do="resource.restore">
          <IconButton
            icon={restore}
            label={`Restore ${name}`}
            hint="Restore"
            onClick={() => setAsking('restore')}
          />
        </Can>
      )}
      <Can do="resource.delete">
        <IconButton
          icon={trash}
          variant="danger"
          label={`Delete ${name}`}
          // A manager can't mark it twice.
          disabled={isPending && !removes}
          hint={isPending && !removes ? 'Waiting for an admin to delete it' : 'Delete'}
          onClick={() => setAsking('delete')}
        />
      </Can>
      {asking && (
        <Confirm
          {...dialog}
          busy={busy}
          onConfirm={() => void handleConfirm()}
          onCancel={() => setAsking(null)}
        >
          <p>{question}</p>
          <p className="confirm-subject">{name}</p>
        </Confirm>
      )}
    </>
  )
}

export function PendingBadge() {
  return <span className="badge text-bg-warning">{messages.urls.pending}</span>
}

type Failure = {
  sentence: string
  reason?: string
  /** If true, the alert doesn't take the focus from the failed element, such as a field. */
  keepsFocus?: boolean
}

/** Runs the actions of a panel, and holds the last failure. */
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
  /** The project's name, which makes the accessible name unique. */
  owner: string
  list: { data: readonly Item[] | undefined; isPending: boolean; refetch: () => Promise<unknown> }
  attempts: ReturnType<typeof useAttempts>
  icon: string
  sentences: { loadFailed: string; none: string; noneHint: string }
  action?: ReactNode
  form?: ReactNode
  children: (item: Item) => ReactNode
}

/** The files or the URLs of a project: their number, the last failure, a form to add one, and the list. */
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
  buttons: ReactNode
  className?: string
}

/** One file or URL. It is dimmed when it is marked for deletion. */
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
