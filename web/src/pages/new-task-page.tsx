import { useNavigate, useSearchParams } from 'react-router'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { withFlashMessage } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { ErrorState } from '../components/states.tsx'
import { useProjects } from '../features/projects/api.ts'
import { useCreateTask } from '../features/tasks/api.ts'
import { OnlyAdmins, TaskForm, TaskFormSkeleton } from '../features/tasks/task-form.tsx'

import { emptyTask, newTaskBody, type TaskValues } from '../features/tasks/task-values.ts'
import { useUsers } from '../features/users/api.ts'
import { useActor } from '../lib/can.tsx'

export default function NewTaskPage() {
  const actor = useActor()
  return (
    <Page title="Create New Task" width="reading">
      {actor && can(actor, 'task.manage') ? <NewTask /> : <OnlyAdmins />}
    </Page>
  )
}

function NewTask() {
  const wanted = useSearchParams()[0].get('projectId')
  const navigate = useNavigate()
  const projects = useProjects()
  const people = useUsers()
  const create = useCreateTask()

  function retry() {
    void projects.refetch()
    void people.refetch()
  }

  async function save(values: TaskValues) {
    const { data } = await create.mutateAsync(newTaskBody(values))
    void navigate(paths.tasks(), withFlashMessage(messages.tasks.created(data.title)))
  }

  if (usePlaceholder(projects.isPending || people.isPending)) return <TaskFormSkeleton />
  if (!projects.data || !people.data)
    return <ErrorState message={messages.tasks.formFailed} onRetry={retry} />

  // A project that no longer exists is not preset.
  const preset = projects.data.find(project => String(project.id) === wanted)
  return (
    <TaskForm
      values={emptyTask(preset ? String(preset.id) : '')}
      projects={projects.data}
      people={people.data}
      isProjectLocked={preset !== undefined}
      save={save}
      cancelTo={paths.tasks()}
    />
  )
}
