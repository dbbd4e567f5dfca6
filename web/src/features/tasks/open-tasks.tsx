import { useId } from 'react'
import { Link } from 'react-router'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Placeholder, Skeleton } from '../../components/skeleton.tsx'
import { OpenTask } from './open-task.tsx'
import { type OpenTasksQuery, shownTasks } from './use-open-tasks.ts'
import './tasks.scss'

type OpenTasksProps = { tasks: OpenTasksQuery }

export function OpenTasks({ tasks }: OpenTasksProps) {
  const title = useId()
  if (!tasks.isForThem) return null
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

  // What is being worked on comes first.
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
