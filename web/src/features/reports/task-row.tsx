import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { memo } from 'react'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { HoursField } from './hours-field.tsx'
import type { ProjectOption, TaskRowField, TaskRowValues } from './report-values.ts'

type TaskRowProps = {
  index: number
  row: TaskRowValues
  projects: readonly ProjectOption[]
  projectError?: string
  descriptionError?: string
  hoursError?: string
  isOnly: boolean
  onChange: (key: string, field: TaskRowField, value: string) => void
  onRemove: (index: number) => void
}

export const rowFieldName = (index: number, field: TaskRowField) => `task_details.${index}.${field}`

/** Remembers its picture: with a hundred rows only the one that is typed in is drawn again. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { index, row, projects, projectError, descriptionError, hoursError, isOnly, onChange, onRemove } =
    props
  const number = index + 1

  return (
    <fieldset className="task-row">
      <legend>Task {number}</legend>
      <div className="task-row-fields">
        <Field label="Project" error={projectError}>
          {control => (
            <select
              {...control}
              className={`form-select ${projectError ? 'is-invalid' : ''}`}
              name={rowFieldName(index, 'project_id')}
              value={row.project_id}
              onChange={event => onChange(row.key, 'project_id', event.target.value)}
            >
              <option value="">Select project</option>
              {projects.map(project => (
                <option key={project.id} value={project.id}>
                  {project.name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextAreaField
          label="Description"
          rows={1}
          name={rowFieldName(index, 'description')}
          placeholder="What did you do?"
          error={descriptionError}
          value={row.description}
          onChange={event => onChange(row.key, 'description', event.target.value)}
        />
        <HoursField
          name={rowFieldName(index, 'hours')}
          error={hoursError}
          value={row.hours}
          onChange={value => onChange(row.key, 'hours', value)}
        />
        {!isOnly && (
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
