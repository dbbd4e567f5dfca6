import type { KeyboardEvent } from 'react'
import type { Task } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { useFocusOnce } from '../../lib/focus.ts'
import { useDeleteTask } from './api.ts'
import './tasks.scss'

type DeleteTaskProps = { task: Task; onCancel: () => void; onDeleted: () => void }

/** Asks for confirmation in the page. Cancel has the focus. */
export function DeleteTask({ task, onCancel, onDeleted }: DeleteTaskProps) {
  const { mutate, error, isPending, isSuccess, failureCount } = useDeleteTask(String(task.id))
  const cancel = useFocusOnce<HTMLButtonElement>()
  const isBusy = isPending || isSuccess

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isBusy) onCancel()
  }

  return (
    <>
      {error && (
        <Alert key={failureCount} variant="danger">
          {messages.tasks.deleteFailed}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        className="card task-delete"
        role="group"
        aria-label={messages.tasks.confirmDelete}
        onKeyDown={handleKeyDown}
      >
        <p>{messages.tasks.confirmDelete}</p>
        <div className="task-buttons">
          <button
            type="button"
            className="btn btn-danger"
            disabled={isBusy}
            onClick={() => mutate(undefined, { onSuccess: onDeleted })}
          >
            {isPending ? 'Deleting...' : 'Yes, Delete'}
          </button>
          <button
            ref={cancel}
            type="button"
            className="btn btn-secondary"
            disabled={isBusy}
            onClick={onCancel}
          >
            Cancel
          </button>
        </div>
      </div>
    </>
  )
}
