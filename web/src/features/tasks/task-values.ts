import type * as z from 'zod/mini'
import { actualHoursGiven, type Task, taskEditInput } from '#shared/contract/tasks.ts'
import type { TaskBody, TaskEditBody } from './api.ts'

/** The values of the form, as the fields contain them. */
export type TaskValues = {
  title: string
  description: string
  project_id: string
  /** Null keeps an assignee whom the user doesn't see. */
  assigned_to: string | null
  expected_hours: string
  status: Task['status']
  actual_hours: string
  completion_note: string
}

/** Checks both forms: a new task is pending, so its last fields are empty. */
export const taskForm = taskEditInput.check(actualHoursGiven)
export type TaskFormInput = z.input<typeof taskForm>

export const emptyTask = (projectId: string): TaskValues => ({
  title: '',
  description: '',
  project_id: projectId,
  assigned_to: '',
  expected_hours: '',
  status: 'pending',
  actual_hours: '',
  completion_note: '',
})

export const valuesOf = (task: Task): TaskValues => ({
  title: task.title,
  description: task.description ?? '',
  project_id: String(task.project_id),
  assigned_to: task.assigned_to === null ? null : String(task.assigned_to),
  expected_hours: String(task.expected_hours ?? ''),
  status: task.status,
  actual_hours: String(task.actual_hours ?? ''),
  completion_note: task.completion_note ?? '',
})

export function newTaskBody({ assigned_to, ...values }: TaskValues): TaskBody {
  const { title, description, project_id, expected_hours } = values
  return { title, description, project_id, assigned_to: assigned_to ?? '', expected_hours }
}

/** Actual hours and note are shown, checked and sent only for a completed task; otherwise the server keeps its values. */
export function onlyShown<
  Values extends { status?: unknown; actual_hours?: unknown; completion_note?: unknown },
>(values: Values): Values {
  if (values.status === 'completed') return values
  return { ...values, actual_hours: undefined, completion_note: undefined }
}

export function editedTaskBody(values: TaskValues): TaskEditBody {
  const { status, actual_hours, completion_note } = onlyShown(values)
  return { ...newTaskBody(values), assigned_to: values.assigned_to, status, actual_hours, completion_note }
}
