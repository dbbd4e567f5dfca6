import { messages } from '#shared/messages.ts'
import type { Trx } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuseInput } from '../../http/refusals.ts'
import { findReadable, type TaskOfRow } from '../tasks/report-tasks.service.ts'

type Tasks = ReadonlyMap<number, TaskOfRow>
type Named = { task_id?: number | null | undefined; project_id: number | null }

const taskMessages = {
  task_not_assigned: messages.reports.taskNotYours,
  task_of_other_project: messages.reports.taskOfOtherProject,
}
type Problem = keyof typeof taskMessages

/**
 * Refuses a row unless its task belongs to the row's project and is assigned to the author. Reviewers may name any task of
 * the project that they see, and an edit may keep a task that the report had before.
 */
export async function requireTasks(
  trx: Trx,
  author: SignedIn,
  { task_details }: { task_details: readonly Named[] },
  tasks: Tasks,
  rowsBefore: readonly Named[],
): Promise<void> {
  const readable = await findReadable(trx, author, [...tasks.values()])
  const errors: Record<string, string> = {}
  let first: Problem | undefined
  for (const [index, row] of task_details.entries()) {
    const problem = findProblem(row, tasks, readable, rowsBefore)
    if (!problem) continue
    first ??= problem
    errors[`task_details.${index}.task_id`] = taskMessages[problem]
  }
  if (first) throw refuseInput(errors, first)
}

function findProblem(
  { task_id, project_id }: Named,
  tasks: Tasks,
  readable: ReadonlySet<number>,
  rowsBefore: readonly Named[],
): Problem | undefined {
  if (task_id == null) return undefined
  const task = tasks.get(task_id)
  if (!task) return 'task_not_assigned'
  if (rowsBefore.some(row => row.task_id === task_id && row.project_id === project_id)) return undefined
  if (!readable.has(task_id)) return 'task_not_assigned'
  return task.project_id === project_id ? undefined : 'task_of_other_project'
}
