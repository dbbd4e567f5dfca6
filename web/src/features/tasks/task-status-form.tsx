import { type Task, taskStatusInput } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { FormShell } from '../../components/form.tsx'
import { ApiError, serverError } from '../../lib/api-error.ts'
import { checkAsTyped, fieldOf, useForm, useSubmit } from '../../lib/forms.ts'
import { type TaskStatusBody, useUpdateTaskStatus } from './api.ts'
import { CompletionNoteField, StatusField, TaskHoursField } from './task-fields.tsx'

import './tasks.scss'

type TaskStatusFormProps = {
  task: Task
  onUpdated: () => void
  /** Another user has changed the task, so the screen is out of date. */
  onConflict: () => void
}

export function TaskStatusForm({ task, onUpdated, onConflict }: TaskStatusFormProps) {
  const update = useUpdateTaskStatus(String(task.id))
  const form = useForm<TaskStatusBody>({
    resolver: checkAsTyped(taskStatusInput),
    defaultValues: valuesOf(task),
  })
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
      <div className="task-status-fields">
        <StatusField {...fieldOf(form, 'status')} />
        <TaskHoursField
          label="Actual Hours"
          help="Required to complete the task."
          form={form}
          name="actual_hours"
          logged={task.logged_minutes}
        />
      </div>
      <CompletionNoteField {...fieldOf(form, 'completion_note')} />
    </FormShell>
  )
}

const valuesOf = ({ status, actual_hours, completion_note }: Task): TaskStatusBody => ({
  status,
  actual_hours: actual_hours === null ? '' : String(actual_hours),
  completion_note: completion_note ?? '',
})
