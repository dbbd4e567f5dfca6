import { useId } from 'react'
import { Link } from 'react-router'
import type { Task, TaskStatus } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../../app/paths.ts'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { Clamped } from '../../components/text.tsx'
import { serverError } from '../../lib/api-error.ts'
import { useActor } from '../../lib/can.tsx'
import { useNewestTasks, useUpdateTaskStatus } from './api.ts'
import { TaskStatusBadge } from './task-status-badge.tsx'
import './tasks.scss'

const shownTasks = 5

type OpenTasksQuery = ReturnType<typeof useOpenTasks>

/** The user's own open tasks. Reviewers see the tasks of all users in the task list, so the query is disabled for them. */
export function useOpenTasks() {
  const actor = useActor()
  const isShown = actor !== null && !can(actor, 'task.readAll')
  const started = useNewestTasks('in_progress', shownTasks, { enabled: isShown })
  const pending = useNewestTasks('pending', shownTasks, { enabled: isShown })
  const isWaiting = usePlaceholder(isShown && (started.isPending || pending.isPending))
  const isFailed = isShown && !isWaiting && !(started.data && pending.data)
  return { isShown, isWaiting, isFailed, started, pending }
}

type OpenTasksProps = { tasks: OpenTasksQuery }

export function OpenTasks({ tasks }: OpenTasksProps) {
  const title = useId()
  if (!tasks.isShown) return null
  return (
    <section className="card list-card open-tasks" aria-labelledby={title}>
      <div className="list-card-head">
        <h2 id={title}>Open Tasks</h2>
        <Link to={paths.tasks()}>My Tasks</Link>
      </div>
      <OpenTaskList tasks={tasks} />
    </section>
  )
}

function OpenTaskList({ tasks: { isWaiting, started, pending } }: OpenTasksProps) {
  if (isWaiting) return <OpenTasksSkeleton />
  if (!started.data || !pending.data) {
    const retry = () => [started, pending].forEach(part => void part.refetch())
    return <ErrorState plain message={messages.tasks.listFailed} onRetry={retry} />
  }

  // Tasks in progress come first.
  const tasks = [...started.data.data, ...pending.data.data].slice(0, shownTasks)
  const more = started.data.pagination.total + pending.data.pagination.total - tasks.length
  if (tasks.length === 0) return <p className="text-body-secondary">{messages.tasks.noneOpen}</p>
  return (
    <>
      <ul>
        {tasks.map(task => (
          <OpenTask key={task.id} task={task} />
        ))}
      </ul>
      {more > 0 && (
        <p className="open-tasks-more">
          and <Link to={paths.tasks()}>{more} more</Link>
        </p>
      )}
    </>
  )
}

function OpenTasksSkeleton() {
  return (
    <Placeholder>
      {['70%', '55%', '62%'].map(width => (
        <div key={width} className="list-card-row open-task">
          <div className="open-task-words">
            <Skeleton width={width} />
            <Skeleton width="40%" />
          </div>
          <Skeleton width="5rem" height="2rem" />
        </div>
      ))}
    </Placeholder>
  )
}

/** A task with a button for its next status. Completing needs hours, so it links to the page of the task. */
function OpenTask({ task }: { task: Task }) {
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
