import type { ComponentProps } from 'react'
import { taskStatuses } from '#shared/contract/tasks.ts'
import { SelectField } from '../../components/select-field.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'

export function StatusField(field: Omit<ComponentProps<typeof SelectField>, 'label'>) {
  return (
    <SelectField label="Status" {...field}>
      {Object.entries(taskStatuses).map(([status, label]) => (
        <option key={status} value={status}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

export function CompletionNoteField(field: Omit<ComponentProps<typeof TextAreaField>, 'label'>) {
  return <TextAreaField label="Completion Note (optional)" rows={3} {...field} />
}
