import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import { memo, type ReactNode } from 'react'
import type { Report, TaskDetail } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { RowTask, repeatsRows } from '../../domain/report-marks.tsx'

type BlockersPartProps = { text: string; children: ReactNode }

/** The blockers of a report, which stand out; `children` say what became of them. */
export const BlockersPart = ({ text, children }: BlockersPartProps) => (
  <Part title="Blockers" className="today-blockers" icon={warning} text={text}>
    {children}
  </Part>
)

type ReportPartsProps = Pick<Report, 'tasks' | 'task_details' | 'tomorrow_plan'>

/** The other texts of a report. Memoized, so that moving between cards does not render them again. */
export const ReportParts = memo(function ReportParts(props: ReportPartsProps) {
  const { tasks, task_details: rows = [], tomorrow_plan } = props
  return (
    <>
      {repeatsRows(tasks, rows) ? <RepeatedSummary text={tasks} /> : <Part title="Summary" text={tasks} />}
      {rows.length > 0 && <Rows rows={rows} />}
      {tomorrow_plan && <Part title="Tomorrow's plan" text={tomorrow_plan} />}
    </>
  )
})

function RepeatedSummary({ text }: { text: string }) {
  return (
    <details className="today-part today-same">
      <summary>
        <h3>Summary</h3> {messages.teamDay.sameAsRows}
      </summary>
      <LinkifiedText>{text}</LinkifiedText>
    </details>
  )
}

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
