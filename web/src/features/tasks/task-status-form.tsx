import { useWatch } from 'react-hook-form'
import { type Task, taskStatusInput } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { FormShell } from '../../components/form.tsx'
import { ApiError, serverError } from '../../lib/api-error.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { type TaskStatusBody, useUpdateTaskStatus } from './api.ts'
import { CompletionFields, StatusField } from './task-fields.tsx'
import { onlyShown } from './task-values.ts'
import './tasks.scss'

type TaskStatusFormProps = {
  task: Task
  onUpdated: () => void
  /** Another user has changed the task, so the screen is out of date. */
  onConflict: () => void
}

const check = checkAsTyped<TaskStatusBody>(taskStatusInput)

export function TaskStatusForm({ task, onUpdated, onConflict }: TaskStatusFormProps) {
  const update = useUpdateTaskStatus(String(task.id))
  const form = useForm<TaskStatusBody>({
    resolver: (values, ...rest) => check(onlyShown(values), ...rest),
    defaultValues: valuesOf(task),
  })
  const status = useWatch({ control: form.control, name: 'status' })
  const submission = useSubmit(form, {
    async send(values) {
      const { data } = await update.mutateAsync(values)
      form.reset(valuesOf(data))
      onUpdated()
    },
    failure(error) {
      if (error instanceof ApiError && error.status === 409) onConflict()
      return serverError(error) ?? messages.tasks.statusFailed
    },
    staysOpen: true,
  })

  return (
    <FormShell
      submission={submission}
      submitLabel="Update Status"
      busyLabel="Updating..."
      className="card task-status-form"
      heading={<h2>Update Status</h2>}
    >
      <CompletionFields
        form={form}
        isCompleted={status === 'completed'}
        logged={task.logged_minutes}
        status={<StatusField {...fieldOf(form, 'status')} />}
      />
    </FormShell>
  )
}

const valuesOf = ({ status, actual_hours, completion_note }: Task): TaskStatusBody => ({
  status,
  actual_hours: actual_hours === null ? '' : String(actual_hours),
  completion_note: completion_note ?? '',
})
