import type { Task } from '#shared/contract/tasks.ts'
import { paths } from '../../app/paths.ts'
import { Clamped } from '../../components/clamped.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { RowLink } from '../../components/row-link.tsx'
import { TableSkeleton } from '../../components/table-skeleton.tsx'
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
    cell: task => <TaskCell text={task.assignee_name} />,
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

/** A full page of tasks to come. */
export const TaskTableSkeleton = () => <TableSkeleton columns={columns} className="task-table" />
