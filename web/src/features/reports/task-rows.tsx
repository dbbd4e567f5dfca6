import plus from 'bootstrap-icons/icons/plus-lg.svg?raw'
import { type KeyboardEvent, type ReactNode, useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { UseFieldArrayReturn, UseFormReturn } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../components/icon.tsx'
import {
  emptyRow,
  isUntouched,
  type ProjectOption,
  type ReportValues,
  rowFieldName,
  type TaskRowField,
  untouchedRows,
} from './report-values.ts'
import { TaskRow } from './task-row.tsx'
import { useFocusLeaving } from './use-focus-leaving.ts'

type TaskRowsProps = {
  form: UseFormReturn<ReportValues>
  rows: UseFieldArrayReturn<ReportValues, 'task_details'>
  projects: readonly ProjectOption[]
  /** Called on Enter in an empty last row, which means that there are no more tasks. */
  onDone: () => void
  /** Shown beside the button for another row. */
  children?: ReactNode
}

/** The task rows. Enter moves the focus from the description to the hours and on to the next row. */
export function TaskRows({ form, rows, projects, onDone, children }: TaskRowsProps) {
  const { fields, append, remove, update } = rows
  const element = useRef<HTMLDivElement>(null)
  const isFull = fields.length >= limits.rowsMax
  const typed = () => form.getValues('task_details')

  const focus = useCallback((index: number, field: TaskRowField) => {
    element.current?.querySelector<HTMLElement>(`[name="${rowFieldName(index, field)}"]`)?.focus()
  }, [])

  useFocusLeaving(element, () => {
    const fieldsets = [...(element.current?.querySelectorAll('fieldset') ?? [])]
    const focused = fieldsets.findIndex(fieldset => fieldset.contains(document.activeElement))
    const untouched = untouchedRows(typed(), focused)
    if (untouched.length > 0) remove(untouched)
  })

  function addRow(byEnter: boolean) {
    const untouched = untouchedRows(typed())
    if (untouched.length > 0) remove(untouched)
    const written = typed()
    // The new row has the project of the row above, because most users work on one project for a while.
    const { project_id = '', other } = written.at(-1) ?? {}
    const added = { ...emptyRow, project_id, other, ...(byEnter && { addedWith: project_id }) }
    flushSync(() => append(added, { shouldFocus: false }))
    focus(written.length, project_id ? 'description' : 'project_id')
  }

  /** Chosen rows below that still lack a project get it too, as they would if they were chosen now. Memoized as below. */
  const fillProjects = useCallback(
    (index: number, project: string) => {
      if (!projects.some(({ id }) => String(id) === project)) return
      for (const [at, row] of form.getValues('task_details').entries()) {
        if (at <= index || row.chosen === undefined || row.project_id !== '') continue
        form.setValue(rowFieldName(at, 'project_id'), project, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
      }
    },
    [form, projects],
  )

  /** Memoized, because a new function would render all rows again. */
  const removeRow = useCallback(
    (index: number) => {
      // One row always remains.
      const isOnly = form.getValues('task_details').length === 1
      flushSync(() => (isOnly ? update(0, emptyRow) : remove(index)))
      // The focus moves to the row that moved up, or to the row above if the last one was removed.
      focus(index, 'description')
      if (document.activeElement === document.body) focus(index - 1, 'description')
    },
    [form, remove, update, focus],
  )

  function handleKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, shiftKey, altKey, nativeEvent } = event
    const isPlainEnter = key === 'Enter' && !(ctrlKey || metaKey || shiftKey || altKey)
    // During IME composition Enter accepts the suggested text.
    if (!isPlainEnter || nativeEvent.isComposing) return
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    const index = fields.findIndex((_, at) => target.name.startsWith(`task_details.${at}.`))
    const row = typed()[index]
    if (!row) return
    const isLast = index === fields.length - 1
    const isEmpty = row.description.trim() === '' && row.hours === ''
    if (target.name.endsWith('.description') && !(isLast && isUntouched(row))) focus(index, 'hours')
    else if (!isLast) focus(index + 1, 'description')
    else if (isFull || isEmpty) onDone()
    else addRow(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles key events that bubble from its fields
    <div ref={element} className="task-rows" onKeyDown={handleKeyDown}>
      {fields.map((field, index) => (
        <TaskRow
          key={field.id}
          control={form.control}
          index={index}
          projects={projects}
          isOnly={fields.length === 1}
          onProject={fillProjects}
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
        {children}
        {isFull ? (
          <p className="form-text">{messages.reports.tooManyTasks}</p>
        ) : (
          <p className="form-text only-keyboard">
            <kbd>Enter</kbd>: next · <kbd>Ctrl</kbd>+<kbd>Enter</kbd>: submit
          </p>
        )}
      </div>
    </div>
  )
}
