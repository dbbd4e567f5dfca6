import type { ReportInput } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuseInput } from '../../http/refusals.ts'
import type { TaskOfRow } from '../tasks/report-tasks.service.ts'

type Tasks = ReadonlyMap<number, TaskOfRow>
type Named = { task_id?: number | null | undefined; project_id: number }

const taskMessages = {
  task_not_assigned: messages.reports.taskNotYours,
  task_of_other_project: messages.reports.taskOfOtherProject,
}
type Problem = keyof typeof taskMessages

/**
 * Refuses a row unless its task belongs to the row's project and is assigned to the author. Reviewers may name any task of
 * the project, and an edit may keep a task that the report had before.
 */
export function requireTasks(
  author: SignedIn,
  { task_details }: ReportInput,
  tasks: Tasks,
  rowsBefore: readonly Named[],
): void {
  const errors: Record<string, string> = {}
  let first: Problem | undefined
  for (const [index, row] of task_details.entries()) {
    const problem = findProblem(author, row, tasks, rowsBefore)
    if (!problem) continue
    first ??= problem
    errors[`task_details.${index}.task_id`] = taskMessages[problem]
  }
  if (first) throw refuseInput(errors, first)
}

function findProblem(
  author: SignedIn,
  { task_id, project_id }: Named,
  tasks: Tasks,
  rowsBefore: readonly Named[],
): Problem | undefined {
  if (task_id == null) return undefined
  const task = tasks.get(task_id)
  if (!task) return 'task_not_assigned'
  if (rowsBefore.some(row => row.task_id === task_id && row.project_id === project_id)) return undefined
  if (!can(author, 'task.read', task)) return 'task_not_assigned'
  return task.project_id === project_id ? undefined : 'task_of_other_project'
}
