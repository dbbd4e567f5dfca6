import restore from 'bootstrap-icons/icons/arrow-counterclockwise.svg?raw'
import trash from 'bootstrap-icons/icons/trash.svg?raw'
import { useState } from 'react'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { Can, useActor } from '../lib/can.tsx'
import { Confirm } from './confirm.tsx'
import { IconButton } from './icon-button.tsx'

type TwoStepDeletionProps = {
  /** "file" */
  kind: string
  /** Which one, as its row shows it. */
  name: string
  isPending: boolean
  questions: {
    confirmMark: string
    confirmDelete: string
    confirmDeleteMarked: string
    confirmRestore: string
  }
  /** Both settle when it is done, well or not. */
  onDelete: () => Promise<void>
  onRestore: () => Promise<void>
}

/** Delete and Restore of a project's resource: a manager marks, an admin removes or restores. Each asks first. */
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
          // Marking twice changes nothing.
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
