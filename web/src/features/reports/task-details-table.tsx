import type { TaskDetail } from '#shared/contract/reports.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Clamped, LinkifiedText } from '../../components/text.tsx'
import { RowTask } from '../../domain/report-marks.tsx'

type NumberedTask = TaskDetail & { number: number; taskPath: string | undefined }

const columns: Column<NumberedTask>[] = [
  { header: '#', place: 'lead', align: 'end', cell: task => task.number },
  {
    header: 'Project',
    place: 'title',
    cell: task => (
      <span className="task-project">
        <Clamped text={task.project_name} lines={3} />
      </span>
    ),
  },
  {
    header: 'Description',
    place: 'text',
    grows: true,
    cell: task => (
      <>
        <LinkifiedText>{task.task_description}</LinkifiedText>
        <RowTask title={task.task_title} description={task.task_description} to={task.taskPath} />
      </>
    ),
  },
  { header: 'Hours', place: 'aside', align: 'end', cell: task => formatHours(minutesOf(task.hours)) },
]

type TaskDetailsTableProps = { tasks: TaskDetail[]; canOpen: (taskId: number) => boolean }

export function TaskDetailsTable({ tasks, canOpen }: TaskDetailsTableProps) {
  const numbered = tasks.map((task, index) => ({
    ...task,
    number: index + 1,
    taskPath: task.task_id !== null && canOpen(task.task_id) ? paths.task(task.task_id) : undefined,
  }))
  // Hours are hour.minutes and are added as minutes: 0.45 and 0.30 make 1.15.
  const total = addMinutes(tasks.map(task => minutesOf(task.hours)))
  return (
    <DataTable
      label="Tasks"
      columns={columns}
      rows={numbered}
      rowKey={task => task.id}
      total={['', 'Total', '', formatHours(total)]}
    />
  )
}
