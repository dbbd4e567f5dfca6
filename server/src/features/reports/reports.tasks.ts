import type { ReportInput } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuseInput } from '../../http/refusals.ts'
import type { NamedTask } from '../tasks/report-tasks.service.ts'

type Tasks = ReadonlyMap<number, NamedTask>
type Named = { task_id?: number | null | undefined; project_id: number }

const sentences = {
  task_not_assigned: messages.reports.taskNotYours,
  task_of_other_project: messages.reports.taskOfOtherProject,
}
type Problem = keyof typeof sentences

/**
 * A row names a task of its own project that is assigned to the author; a reviewer's row any task. An edit may keep what
 * stood on the report, whatever has become of the task since.
 */
export function requireTasks(
  author: SignedIn,
  { task_details }: ReportInput,
  tasks: Tasks,
  kept: readonly Named[],
): void {
  const errors: Record<string, string> = {}
  let first: Problem | undefined
  for (const [index, row] of task_details.entries()) {
    const problem = problemOf(author, row, tasks, kept)
    if (!problem) continue
    first ??= problem
    errors[`task_details.${index}.task_id`] = sentences[problem]
  }
  if (first) throw refuseInput(errors, first)
}

function problemOf(
  author: SignedIn,
  { task_id, project_id }: Named,
  tasks: Tasks,
  kept: readonly Named[],
): Problem | undefined {
  if (task_id == null) return undefined
  const task = tasks.get(task_id)
  if (!task) return 'task_not_assigned'
  if (kept.some(row => row.task_id === task_id && row.project_id === project_id)) return undefined
  if (!can(author, 'task.read', task)) return 'task_not_assigned'
  return task.project_id === project_id ? undefined : 'task_of_other_project'
}
