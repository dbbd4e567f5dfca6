import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import x from 'bootstrap-icons/icons/x-lg.svg?raw'
import { useId } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { messages } from '#shared/messages.ts'
import { Confirm } from '../../components/dialog.tsx'
import { Icon } from '../../components/icon.tsx'
import type { ReportValues } from './report-values.ts'
import './report-form.scss'

type TaskChipProps = {
  control: Control<ReportValues>
  index: number
  /** A project that the user selected for the row and that its task doesn't belong to. */
  newProject: string | null
  onAnswer: (isUnlinked: boolean) => void
}

/** The task that a row is linked to. */
export function TaskChip({ control, index, newProject, onAnswer }: TaskChipProps) {
  const { field, fieldState } = useController({ control, name: `task_details.${index}.task_id` })
  const title = useWatch({ control, name: `task_details.${index}.task_title` })
  const errorId = useId()
  const error = fieldState.error?.message

  function handleUnlink() {
    field.onChange('')
    // The button that had the focus is removed.
    document.querySelector<HTMLElement>(`[name="task_details.${index}.description"]`)?.focus()
  }

  function handleConfirm() {
    onAnswer(true)
    field.onChange('')
  }

  return (
    <>
      <div className="task-chip">
        <Icon svg={link} />
        <span className="task-chip-title">{title}</span>
        <button
          type="button"
          aria-label={`Unlink task: ${title}`}
          title="Unlink task"
          aria-describedby={error && errorId}
          // The form focuses the first invalid element, also when the server refuses the task.
          aria-invalid={error ? true : undefined}
          onClick={handleUnlink}
        >
          <Icon svg={x} />
        </button>
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          {error}
        </p>
      )}
      {newProject !== null && (
        <Confirm
          title="Unlink the task?"
          confirmLabel="Unlink"
          variant="primary"
          onConfirm={handleConfirm}
          onCancel={() => onAnswer(false)}
        >
          <p>{messages.suggestions.unlink(title)}</p>
        </Confirm>
      )}
    </>
  )
}
