import missing from 'bootstrap-icons/icons/exclamation-circle.svg?raw'
import { useNavigate, useParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { EmptyState, ErrorState } from '../components/states.tsx'
import { useProjects } from '../features/projects/api.ts'
import { useTask, useUpdateTask } from '../features/tasks/api.ts'
import { OnlyAdmins, TaskForm, TaskFormSkeleton } from '../features/tasks/task-form.tsx'

import { editedTaskBody, type TaskValues, valuesOf } from '../features/tasks/task-values.ts'
import { useUsers } from '../features/users/api.ts'
import { isMissing } from '../lib/api-error.ts'
import { useActor } from '../lib/can.tsx'

export default function EditTaskPage() {
  const { id = '' } = useParams()
  const actor = useActor()
  if (actor && can(actor, 'task.manage')) return <EditTask key={id} id={id} />
  return (
    <Page title="Edit Task" width="reading">
      <OnlyAdmins />
    </Page>
  )
}

function EditTask({ id }: { id: string }) {
  const navigate = useNavigate()
  const task = useTask(id)
  const projects = useProjects()
  const people = useUsers()
  const update = useUpdateTask(id)
  const parts = [task, projects, people]
  const isLoading = usePlaceholder(parts.some(part => part.isPending))

  async function save(values: TaskValues) {
    await update.mutateAsync(editedTaskBody(values))
    void navigate(paths.task(id))
  }

  function content() {
    if (isLoading) return <TaskFormSkeleton />
    if (isMissing(task.error)) return <EmptyState icon={missing} title={messages.tasks.notFound} />
    if (!task.data || !projects.data || !people.data) {
      const retry = () => parts.forEach(part => void part.refetch())
      return <ErrorState message={messages.tasks.formFailed} onRetry={retry} />
    }
    return (
      <TaskForm
        task={task.data}
        values={valuesOf(task.data)}
        projects={projects.data}
        people={people.data}
        save={save}
        cancelTo={paths.task(id)}
      />
    )
  }

  // A long title takes more than one line, so it is shown together with the form, which it would otherwise push down.
  const title = !isLoading && task.data ? `Edit Task: ${task.data.title}` : 'Edit Task'
  return (
    <Page title={title} width="reading">
      {content()}
    </Page>
  )
}
