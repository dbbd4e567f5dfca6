import clipboard from 'bootstrap-icons/icons/clipboard-check.svg?raw'
import type { ReactNode } from 'react'
import { type Task, type TaskStatus, taskStatuses } from '#shared/contract/tasks.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink, TableSkeleton } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/states.tsx'
import { Clamped } from '../../components/text.tsx'
import { TaskStatusBadge } from './task-status-badge.tsx'
import './tasks.scss'

const columns: Column<Task>[] = [
  { header: 'Title', place: 'title', grows: true, cell: task => <Clamped text={task.title} lines={3} /> },
  {
    header: 'Project',
    place: 'text',
    skeleton: { width: '8rem' },
    cell: task => <TaskCell text={task.project_name} />,
  },
  {
    header: 'Assigned To',
    place: 'text',
    skeleton: { width: '7rem' },
    cell: task => <TaskCell text={task.assignee_name ?? messages.tasks.assigneeHidden} />,
  },
  {
    header: 'Status',
    place: 'aside',
    skeleton: { width: '4.5rem' },
    cell: task => <TaskStatusBadge status={task.status} />,
  },
  {
    header: 'Actions',
    place: 'action',
    skeleton: { width: '2.25rem' },
    cell: task => <RowLink to={paths.task(task.id)} label={`View ${task.title}`} />,
  },
]

function TaskCell({ text }: { text: string }) {
  return (
    <span className="task-cell">
      <Clamped text={text} />
    </span>
  )
}

type TaskTableProps = { tasks: readonly Task[]; isBusy?: boolean; onIntent?: (task: Task) => void }

export function TaskTable({ tasks, isBusy, onIntent }: TaskTableProps) {
  return (
    <div className="card task-table">
      <DataTable
        label="Tasks"
        columns={columns}
        rows={tasks}
        rowKey={task => task.id}
        rowsOpen
        onIntent={onIntent}
        isBusy={isBusy}
      />
    </div>
  )
}

export const TaskTableSkeleton = () => <TableSkeleton columns={columns} className="task-table" />

type NoTasksProps = { isSearching: boolean; status?: TaskStatus; action?: ReactNode }

export function NoTasks({ isSearching, status, action }: NoTasksProps) {
  return (
    <EmptyState icon={clipboard} title={messages.tasks.none} action={action}>
      {hint(isSearching, status)}
    </EmptyState>
  )
}

function hint(isSearching: boolean, status?: TaskStatus) {
  if (isSearching) return messages.tasks.noneMatch
  return status ? messages.tasks.noneWithStatus(taskStatuses[status]) : messages.tasks.noneAtAll
}
