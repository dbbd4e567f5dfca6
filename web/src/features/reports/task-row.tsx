import trash from 'bootstrap-icons/icons/trash3.svg?raw'
import { memo } from 'react'
import { type Control, useController } from 'react-hook-form'
import { Icon } from '../../components/icon.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { HoursField } from './hours-field.tsx'
import type { ProjectOption, ReportValues, TaskRowField } from './report-values.ts'

type TaskRowProps = {
  control: Control<ReportValues>
  index: number
  projects: readonly ProjectOption[]
  isOnly: boolean
  onRemove: (index: number) => void
}

export const rowFieldName = <Field extends TaskRowField>(index: number, field: Field) =>
  `task_details.${index}.${field}` as const

/** Watches its own fields: with a hundred rows only the one that is typed in is drawn again. */
export const TaskRow = memo(function TaskRow({ control, index, projects, isOnly, onRemove }: TaskRowProps) {
  const project = useController({ control, name: rowFieldName(index, 'project_id') })
  const description = useController({ control, name: rowFieldName(index, 'description') })
  const isOffered = projects.some(({ id }) => String(id) === project.field.value)
  const number = index + 1

  return (
    <fieldset className="task-row">
      <legend>Task {number}</legend>
      <div className="task-row-fields">
        <SelectField
          label="Project"
          error={project.fieldState.error?.message}
          {...project.field}
          // One that is not offered any more counts as not chosen.
          value={isOffered ? project.field.value : ''}
        >
          <option value="">Select project</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label="Description"
          rows={1}
          placeholder="What did you do?"
          error={description.fieldState.error?.message}
          {...description.field}
        />
        <HoursField control={control} name={rowFieldName(index, 'hours')} />
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
