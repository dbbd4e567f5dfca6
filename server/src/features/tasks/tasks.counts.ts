import type { TaskStatus } from '#shared/contract/tasks.ts'
import { type Counted, countByDay } from '../../db/day-counts.ts'
import type { Trx } from '../../db/schema.ts'

// Tasks are counted by the day they were made on, all and by status, of all projects and of each.

type CountedTask = { project_id: number; status: TaskStatus; created_at: string }

/** From what was there before, if anything, to what is there now. */
export function countTaskChange(
  trx: Trx,
  before: CountedTask | undefined,
  after: CountedTask | undefined,
): Promise<void> {
  return countByDay(trx, [...changesOf(before, -1), ...changesOf(after, 1)])
}

function changesOf(task: CountedTask | undefined, by: number) {
  if (!task) return []
  const { status, project_id: projectId, created_at } = task
  const counted: Counted[] = [
    { subject: 'tasks' },
    { subject: 'tasks', projectId },
    { subject: status },
    { subject: status, projectId },
  ]
  return counted.map(each => ({ ...each, day: created_at.slice(0, 10), by }))
}
