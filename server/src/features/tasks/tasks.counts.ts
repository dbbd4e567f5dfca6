import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { countByPeriod } from '../../db/period-counts.ts'
import type { Trx } from '../../db/schema.ts'

// Tasks are counted by the day they were made on, by status, of all projects and of each.

type CountedTask = { project_id: number; status: TaskStatus; created_at: string }

export const tasksSubject = (status: TaskStatus, projectId?: number) =>
  projectId === undefined ? `${status} tasks` : `${status} tasks of project ${projectId}`

export const allStatuses = Object.keys(taskStatuses) as TaskStatus[]

/** From what was there before, if anything, to what is there now. */
export function countTaskChange(
  trx: Trx,
  before: CountedTask | undefined,
  after: CountedTask | undefined,
): Promise<void> {
  return countByPeriod(trx, [...changesOf(before, -1), ...changesOf(after, 1)])
}

function changesOf(task: CountedTask | undefined, by: number) {
  if (!task) return []
  const { status, project_id, created_at } = task
  return [tasksSubject(status), tasksSubject(status, project_id)].map(subject => ({
    subject,
    day: created_at.slice(0, 10),
    by,
  }))
}
