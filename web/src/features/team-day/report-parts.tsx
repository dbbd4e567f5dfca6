import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { Report, TaskDetail } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { RowTask } from '../../domain/report-marks.tsx'

type ReportPartsProps = Pick<Report, 'blockers' | 'tasks' | 'task_details' | 'tomorrow_plan'>

/** The texts of a report, blockers first. Memoized, so that moving between cards does not render them again. */
export const ReportParts = memo(function ReportParts(props: ReportPartsProps) {
  const { blockers, tasks, task_details: rows = [], tomorrow_plan } = props
  return (
    <>
      {blockers !== null && hasBlockers(blockers) && (
        <Part title="Blockers" className="today-blockers" icon={warning} text={blockers}>
          <Link to={paths.blockers()}>All open blockers</Link>
        </Part>
      )}
      <Part title="Summary" text={tasks} />
      {rows.length > 0 && <Rows rows={rows} />}
      {tomorrow_plan && <Part title="Tomorrow's plan" text={tomorrow_plan} />}
    </>
  )
})

type PartProps = { title: string; text: string; className?: string; icon?: string; children?: ReactNode }

function Part({ title, text, className = '', icon, children }: PartProps) {
  return (
    <div className={`today-part ${className}`}>
      <h3>
        {icon && <Icon svg={icon} />}
        {title}
      </h3>
      <LinkifiedText>{text}</LinkifiedText>
      {children}
    </div>
  )
}

function Rows({ rows }: { rows: readonly TaskDetail[] }) {
  return (
    <table className="today-rows">
      <caption className="visually-hidden">Tasks</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Project</th>
          <th scope="col">Hours</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, task_description, task_id, task_title, project_name, hours }) => (
          <tr key={id}>
            <td>
              <LinkifiedText>{task_description}</LinkifiedText>
              <RowTask
                title={task_title}
                description={task_description}
                to={task_id === null ? undefined : paths.task(task_id)}
              />
            </td>
            <td className="today-row-project">
              <span>{project_name}</span>
            </td>
            <td className="today-row-hours tabular">{formatHours(minutesOf(hours))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
