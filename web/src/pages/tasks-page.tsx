import { Link } from 'react-router'
import { taskStatuses } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import { paths } from '../app/paths.ts'
import { FlashMessage } from '../components/alert.tsx'
import { Page } from '../components/page.tsx'
import { PagedList } from '../components/paged-list.tsx'
import { usePlaceholder } from '../components/placeholders.tsx'
import { Tabs } from '../components/tabs.tsx'
import { LeadsNone } from '../domain/team-control.tsx'
import { listQuery, usePrefetchTasks } from '../features/tasks/api.ts'
import { TaskSearch, useTaskSearch } from '../features/tasks/task-search.tsx'
import { NoTasks, TaskTable, TaskTableSkeleton } from '../features/tasks/task-table.tsx'

import { type TaskTab, useTaskList, useTaskUrl } from '../features/tasks/use-task-list.ts'

import { Can, useActor } from '../lib/can.tsx'

const tabs: { id: TaskTab; label: string }[] = [
  { id: 'all', label: 'All Tasks' },
  { id: 'pending', label: taskStatuses.pending },
  { id: 'in_progress', label: taskStatuses.in_progress },
  { id: 'completed', label: taskStatuses.completed },
]

export default function TasksPage() {
  const actor = useActor()
  const url = useTaskUrl()
  const { status, search, setTab, setSearch } = url
  const { data } = useTaskList(url)
  const box = useTaskSearch(search, () => setSearch('', { replace: true }))

  const hasMorePages = (data?.pagination.pages ?? 0) > 1
  const searchAll = box.isNarrowing && hasMorePages ? () => setSearch(box.words) : undefined

  return (
    <Page
      title={actor && can(actor, 'admin.open') ? 'Task Management' : 'My Tasks'}
      heading="Task Management"
      isList
      action={
        <Can do="task.manage">
          <Link to={paths.newTask()} className="btn btn-primary">
            Create Task
          </Link>
        </Can>
      }
    >
      <FlashMessage />
      <LeadsNone />
      <TaskSearch
        text={box.text}
        onChange={box.setText}
        onSearchAll={searchAll}
        searched={search}
        onClear={() => box.setText('')}
      />
      <div className="page-stack task-tabs">
        <Tabs label="Status" tabs={tabs} selected={status ?? 'all'} onSelect={setTab}>
          <TaskList url={url} box={box} onSearchAll={searchAll} />
        </Tabs>
      </div>
    </Page>
  )
}

type TaskListProps = {
  url: ReturnType<typeof useTaskUrl>
  box: ReturnType<typeof useTaskSearch>
  onSearchAll?: () => void
}

function TaskList({ url, box, onSearchAll }: TaskListProps) {
  const { status, search } = url
  const { prefetchTask, prefetchTaskPage } = usePrefetchTasks()
  const tasks = useTaskList(url)
  const { data, isPending, isPlaceholderData } = tasks
  // If the previous tab was empty, the tab that is loading may still have tasks.
  const isLoading = usePlaceholder(isPending || (isPlaceholderData && data?.data.length === 0))
  const shown = box.narrow(data?.data ?? [])
  const none = (
    <NoTasks
      isSearching={box.words !== ''}
      status={status}
      action={
        onSearchAll ? (
          <button type="button" className="btn btn-secondary" onClick={onSearchAll}>
            Search all tasks
          </button>
        ) : (
          !status && !box.words && <FirstTask />
        )
      }
    />
  )
  return (
    <div className="page-stack">
      <PagedList
        query={tasks}
        isLoading={isLoading}
        skeleton={<TaskTableSkeleton />}
        failure={messages.tasks.listFailed}
        empty={none}
        status={box.isNarrowing && data ? `${shown.length} of ${data.data.length} on this page` : undefined}
        onIntent={next => prefetchTaskPage(listQuery(next, status, search || undefined))}
      >
        {(_, isBusy) =>
          shown.length > 0 ? <TaskTable tasks={shown} isBusy={isBusy} onIntent={prefetchTask} /> : none
        }
      </PagedList>
    </div>
  )
}

/** The next step for a user without any tasks. */
function FirstTask() {
  return (
    <Can do="task.manage">
      <Link to={paths.newTask()} className="btn btn-secondary">
        Create the first task
      </Link>
    </Can>
  )
}
