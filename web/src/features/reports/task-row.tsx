import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { memo, useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { SelectField, TextAreaField } from '../../components/fields.tsx'
import { Icon } from '../../components/icon.tsx'
import { HoursField } from './hours-field.tsx'
import { type ProjectOption, type ReportValues, rowFieldName } from './report-values.ts'
import { TaskChip } from './task-chip.tsx'

type TaskRowProps = {
  control: Control<ReportValues>
  index: number
  projects: readonly ProjectOption[]
  isOnly: boolean
  onProject: (index: number, project: string) => void
  onRemove: (index: number) => void
}

/** Watches only its own fields, so that typing renders one row and not a hundred. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { control, index, projects, isOnly, onProject, onRemove } = props
  const project = useController({ control, name: rowFieldName(index, 'project_id') })
  const description = useController({ control, name: rowFieldName(index, 'description') })
  const [task, chosen, other] = useWatch({
    control,
    name: [rowFieldName(index, 'task_id'), rowFieldName(index, 'chosen'), rowFieldName(index, 'other')],
  })
  /** Another project that the user has selected, until they confirm that it unlinks the task. */
  const [newProject, setNewProject] = useState<string | null>(null)
  const options = other && !projects.some(({ id }) => id === other.id) ? [...projects, other] : projects
  const isOffered = options.some(({ id }) => String(id) === project.field.value)
  const number = index + 1

  function setProject(id: string) {
    project.field.onChange(id)
    onProject(index, id)
  }

  function handleAnswer(isUnlinked: boolean) {
    if (isUnlinked && newProject !== null) setProject(newProject)
    setNewProject(null)
  }

  return (
    <fieldset className="task-row">
      <legend>Task {number}</legend>
      <div className="task-row-fields">
        <div className="task-row-project">
          <SelectField
            label="Project"
            error={project.fieldState.error?.message}
            {...project.field}
            // A linked task belongs to the row's project, so another project unlinks it first.
            onChange={({ target }) => (task === '' ? setProject(target.value) : setNewProject(target.value))}
            // A project that is no longer offered can't be shown.
            value={isOffered ? project.field.value : ''}
          >
            <option value="">Select project</option>
            {options.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="task-row-words">
          <TextAreaField
            label="Description"
            rows={1}
            placeholder="What did you do?"
            error={description.fieldState.error?.message}
            {...description.field}
          />
          {task !== '' && (
            <TaskChip control={control} index={index} newProject={newProject} onAnswer={handleAnswer} />
          )}
        </div>
        <HoursField control={control} name={rowFieldName(index, 'hours')} />
        {/* Removing the only row is possible if it was chosen: its suggestion is offered again. */}
        {(!isOnly || chosen !== undefined) && (
          <button
            type="button"
            className="task-row-remove"
            aria-label={`Remove task ${number}`}
            title={`Remove task ${number}`}
            onClick={() => onRemove(index)}
          >
            <Icon svg={trash} />
          </button>
        )}
      </div>
    </fieldset>
  )
})
