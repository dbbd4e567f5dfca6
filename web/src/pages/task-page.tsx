import fileX from 'bootstrap-icons/icons/file-earmark-x.svg?raw'
import { useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import type { Task } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Alert, withFlashMessage } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { AddToReport } from '../features/reports/add-to-report.tsx'
import { useTask, useTaskLog } from '../features/tasks/api.ts'
import { DeleteTask } from '../features/tasks/delete-task.tsx'
import { TaskDetails, TaskDetailsSkeleton } from '../features/tasks/task-details.tsx'

import { TaskLog } from '../features/tasks/task-log.tsx'
import { TaskStatusBadge } from '../features/tasks/task-status-badge.tsx'
import { TaskStatusForm } from '../features/tasks/task-status-form.tsx'
import { isAbsent, isMissing } from '../lib/api-error.ts'
import { Can, useActor } from '../lib/can.tsx'

export default function TaskPage() {
  const { id = '' } = useParams()
  const { data: task, error, isPending, refetch } = useTask(id)
  const [paged, setPaged] = useState({ id, page: 1 })
  // The log of another task starts at its first page.
  const logPage = paged.id === id ? paged.page : 1
  const log = useTaskLog(id, logPage)
  const hasLog = !isAbsent(log.error)
  const actor = useActor()
  const isLoading = usePlaceholder(isPending)
  const [isDeleting, setIsDeleting] = useState(false)
  const deleteButton = useRef<HTMLButtonElement>(null)
  const navigate = useNavigate()

  function handleCancel() {
    setIsDeleting(false)
    deleteButton.current?.focus()
  }

  function content() {
    if (isLoading) return <TaskDetailsSkeleton />
    if (isMissing(error)) return <EmptyState icon={fileX} title={messages.tasks.notFound} />
    if (!task) return <ErrorState message={messages.tasks.detailsFailed} onRetry={() => void refetch()} />
    return (
      <>
        {isDeleting && (
          <DeleteTask
            task={task}
            onCancel={handleCancel}
            onDeleted={() =>
              void navigate(paths.tasks(), withFlashMessage(messages.tasks.deleted(task.title)))
            }
          />
        )}
        <TaskAndStatus key={id} task={task} hasLog={hasLog} onConflict={() => void refetch()} />
        {hasLog && (
          <TaskLog
            log={log}
            page={logPage}
            onPage={page => setPaged({ id, page })}
            isOfAll={actor !== null && can(actor, 'report.readAll')}
          />
        )}
      </>
    )
  }

  const isShown = !isLoading && !isMissing(error)
  return (
    <Page
      title={(isShown && task?.title) || 'Task Details'}
      subtitle={isShown && task && <TaskStatusBadge status={task.status} />}
      width="reading"
      back={{ to: paths.tasks(), label: 'Back to Tasks' }}
      action={
        isShown &&
        task && (
          <Can do="task.manage">
            <div className="task-buttons">
              <Link to={paths.editTask(id)} className="btn btn-secondary">
                Edit Task
              </Link>
              <button
                ref={deleteButton}
                type="button"
                className="btn btn-secondary text-danger-quiet"
                aria-expanded={isDeleting}
                onClick={() => setIsDeleting(true)}
              >
                Delete Task
              </button>
            </div>
          </Can>
        )
      }
    >
      {content()}
    </Page>
  )
}

type TaskAndStatusProps = { task: Task; hasLog: boolean; onConflict: () => void }

function TaskAndStatus({ task, hasLog, onConflict }: TaskAndStatusProps) {
  const actor = useActor()
  const [isUpdated, setIsUpdated] = useState(false)
  const canUpdate = actor !== null && can(actor, 'task.updateStatus', task) && task.status !== 'completed'
  return (
    <>
      {isUpdated && (
        <Alert variant="success" onDismiss={() => setIsUpdated(false)}>
          <div className="notice">
            <p>{messages.tasks.statusUpdated}</p>
            {task.status === 'completed' && task.assigned_to === actor?.id && (
              <AddToReport taskId={task.id} />
            )}
          </div>
        </Alert>
      )}
      <TaskDetails task={task} hasLog={hasLog} />
      {canUpdate && (
        <TaskStatusForm task={task} onUpdated={() => setIsUpdated(true)} onConflict={onConflict} />
      )}
    </>
  )
}
