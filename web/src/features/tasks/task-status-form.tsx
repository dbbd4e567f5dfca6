import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, useWatch } from 'react-hook-form'
import { type Task, taskStatuses, taskStatusInput } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { FormButtons } from '../../components/form-buttons.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { ApiError } from '../../lib/api-error.ts'
import { serverError } from '../../lib/failures.ts'
import { showFieldErrors } from '../../lib/field-errors.ts'
import { type TaskStatusBody, useUpdateTaskStatus } from './api.ts'
import { TaskHoursField } from './task-hours-field.tsx'
import './task-details.scss'

type TaskStatusFormProps = {
  task: Task
  onUpdated: () => void
  /** Somebody else was faster: what is on screen is not true any more. */
  onConflict: () => void
}

export function TaskStatusForm({ task, onUpdated, onConflict }: TaskStatusFormProps) {
  const update = useUpdateTaskStatus(String(task.id))
  const { register, control, handleSubmit, setError, reset, formState } = useForm<TaskStatusBody>({
    // As typed: the server checks the same text by the same rules.
    resolver: standardSchemaResolver(taskStatusInput, undefined, { raw: true }),
    defaultValues: valuesOf(task),
  })
  const { errors, isSubmitting, submitCount } = formState
  const actualHours = useWatch({ control, name: 'actual_hours' })

  async function submit(values: TaskStatusBody) {
    try {
      const { data } = await update.mutateAsync(values)
      reset(valuesOf(data))
      onUpdated()
    } catch (error) {
      showFieldErrors(error, ['status', 'actual_hours', 'completion_note'], setError)
      setError('root', { message: serverError(error) ?? messages.task.statusFailed })
      if (error instanceof ApiError && error.status === 409) onConflict()
    }
  }

  return (
    <form className="card form task-status-form" noValidate onSubmit={handleSubmit(submit)}>
      <h2>Update Status</h2>
      {errors.root?.message && (
        <Alert key={submitCount} variant="danger">
          {errors.root.message}
        </Alert>
      )}
      <div className="task-status-fields">
        <SelectField label="Status" error={errors.status?.message} {...register('status')}>
          {Object.entries(taskStatuses).map(([status, label]) => (
            <option key={status} value={status}>
              {label}
            </option>
          ))}
        </SelectField>
        <TaskHoursField
          label="Actual Hours"
          help="Required to complete the task."
          typed={actualHours}
          error={errors.actual_hours?.message}
          {...register('actual_hours')}
        />
      </div>
      <TextAreaField
        label="Completion Note (optional)"
        rows={3}
        error={errors.completion_note?.message}
        {...register('completion_note')}
      />
      <FormButtons>
        <SubmitButton label="Update Status" busyLabel="Updating..." busy={isSubmitting} />
      </FormButtons>
    </form>
  )
}

const valuesOf = ({ status, actual_hours, completion_note }: Task): TaskStatusBody => ({
  status,
  actual_hours: actual_hours === null ? '' : String(actual_hours),
  completion_note: completion_note ?? '',
})
