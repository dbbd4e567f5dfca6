import { type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'

const looks: Record<TaskStatus, string> = {
  pending: 'text-bg-warning',
  in_progress: 'text-bg-info badge-half',
  completed: 'text-bg-success badge-full',
}

export function TaskStatusBadge({ status }: { status: TaskStatus }) {
  return <span className={`badge badge-sign ${looks[status]}`}>{taskStatuses[status]}</span>
}
