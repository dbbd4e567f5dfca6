import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type KeyboardEvent, useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'
import {
  isUntouched,
  makeRow,
  type ProjectOption,
  type TaskRowField,
  type TaskRowValues,
  withoutUntouched,
} from './report-values.ts'
import { rowFieldName, TaskRow } from './task-row.tsx'
import { useFocusLeaving } from './use-focus-leaving.ts'

type TaskRowsProps = {
  rows: readonly TaskRowValues[]
  projects: readonly ProjectOption[]
  /** By a row's key and field, such as `row-3.hours`. */
  errors: Record<string, string>
  onChange: (key: string, field: TaskRowField, value: string) => void
  onRows: (change: (rows: TaskRowValues[]) => TaskRowValues[]) => void
  /** Enter in an empty last row, or in the description of one that Enter added: there are no more tasks. */
  onDone: () => void
}

/** The tasks, written from the keyboard: Enter leads from the description to the hours and on to the next row. */
export function TaskRows({ rows, projects, errors, onChange, onRows, onDone }: TaskRowsProps) {
  const element = useRef<HTMLDivElement>(null)
  const isFull = rows.length >= limits.rowsMax

  const focus = useCallback((index: number, field: TaskRowField) => {
    element.current?.querySelector<HTMLElement>(`[name="${rowFieldName(index, field)}"]`)?.focus()
  }, [])

  useFocusLeaving(element, () => {
    if (!rows.some(isUntouched)) return
    const fieldsets = [...(element.current?.querySelectorAll('fieldset') ?? [])]
    const focused = rows[fieldsets.findIndex(fieldset => fieldset.contains(document.activeElement))]
    onRows(current => withoutUntouched(current, focused?.key))
  })

  function addRow(byEnter: boolean) {
    const written = withoutUntouched([...rows])
    // Most people stay on a project for a while.
    const project_id = written.at(-1)?.project_id ?? ''
    const added = makeRow({ project_id, addedWith: byEnter ? project_id : undefined })
    flushSync(() => onRows(current => [...withoutUntouched(current), added]))
    focus(written.length, project_id ? 'description' : 'project_id')
  }

  const removeRow = useCallback(
    (index: number) => {
      flushSync(() => onRows(current => current.filter((_, place) => place !== index)))
      // The row that moved up, or above the last one its new last neighbour.
      focus(index, 'description')
      if (document.activeElement === document.body) focus(index - 1, 'description')
    },
    [onRows, focus],
  )

  function handleKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, shiftKey, altKey, nativeEvent } = event
    const isPlainEnter = key === 'Enter' && !(ctrlKey || metaKey || shiftKey || altKey)
    // Enter also accepts what an input method suggests.
    if (!isPlainEnter || nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    const index = rows.findIndex((_, place) => target.name.startsWith(`task_details.${place}.`))
    const row = rows[index]
    if (!row) return
    const isLast = index === rows.length - 1
    const isEmpty = row.description.trim() === '' && row.hours === ''
    if (target.name.endsWith('.description') && !(isLast && isUntouched(row))) focus(index, 'hours')
    else if (!isLast) focus(index + 1, 'description')
    else if (isFull || isEmpty) onDone()
    else addRow(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the keys of the fields inside
    <div ref={element} className="task-rows" onKeyDown={handleKeyDown}>
      {rows.map((row, index) => (
        <TaskRow
          key={row.key}
          index={index}
          row={row}
          projects={projects}
          projectError={errors[`${row.key}.project_id`]}
          descriptionError={errors[`${row.key}.description`]}
          hoursError={errors[`${row.key}.hours`]}
          isOnly={rows.length === 1}
          onChange={onChange}
          onRemove={removeRow}
        />
      ))}
      <div className="task-rows-end">
        <button
          type="button"
          className="btn btn-secondary btn-sm"
          disabled={isFull}
          onClick={() => addRow(false)}
        >
          <Icon svg={plus} />
          Add task
        </button>
        {isFull ? (
          <p className="form-text">{messages.report.tooManyTasks}</p>
        ) : (
          <p className="form-text only-keyboard">
            Press <kbd>Enter</kbd> for the next field or task, <kbd>Ctrl</kbd>+<kbd>Enter</kbd> to submit.
          </p>
        )}
      </div>
    </div>
  )
}
