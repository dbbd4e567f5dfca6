import { Link } from 'react-router'
import type { Task, TaskStatus } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Clamped } from '../../components/clamped.tsx'
import { serverError } from '../../lib/failures.ts'
import { useUpdateTaskStatus } from './api.ts'
import { TaskStatusBadge } from './task-status-badge.tsx'

/** One task with its status one click away. To complete it hours are needed, so that leads to its own page. */
export function OpenTask({ task }: { task: Task }) {
  const { mutate, isPending, error } = useUpdateTaskStatus(String(task.id))
  const isStarted = task.status === 'in_progress'
  const next: TaskStatus = isStarted ? 'pending' : 'in_progress'
  const word = isStarted ? 'Pause' : 'Start'

  return (
    <li className="list-card-row open-task">
      <div className="open-task-words">
        <Link to={paths.task(task.id)}>
          <Clamped text={task.title} />
        </Link>
        <p className="text-body-secondary">
          <Clamped text={task.project_name} lines={1} />
        </p>
        {error && (
          <p className="field-error" role="alert">
            {serverError(error) ?? messages.tasks.statusFailed}
          </p>
        )}
      </div>
      <TaskStatusBadge status={task.status} />
      <div className="open-task-buttons">
        <button
          type="button"
          className="btn btn-secondary btn-sm"
          aria-label={`${word} ${task.title}`}
          disabled={isPending}
          onClick={() => mutate({ status: next })}
        >
          {word}
        </button>
        {isStarted && (
          <Link
            to={paths.task(task.id)}
            className="btn btn-secondary btn-sm"
            aria-label={`Complete ${task.title}`}
          >
            Complete
          </Link>
        )}
      </div>
    </li>
  )
}
