import type { Task } from '#shared/contract/tasks.ts'
import { type Actor, can } from '#shared/permissions.ts'
import type { TaskRow } from './tasks.queries.ts'

/** Leaves the estimate out for those who may not see it, here and nowhere else. */
export function presentTask(row: TaskRow, actor: Actor): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    project_id: row.project_id,
    project_name: row.project_name,
    assigned_to: row.assigned_to,
    assignee_name: row.assignee_name,
    assigner_name: row.assigner_name,
    ...(can(actor, 'task.seeEstimate') && { expected_hours: row.expected_tenths / 10 }),
    actual_hours: row.actual_tenths === null ? null : row.actual_tenths / 10,
    completion_note: row.completion_note,
    status: row.status,
    created_at: row.created_at,
    completed_at: row.completed_at,
    logged_minutes: row.logged_minutes,
  }
}
