import { memo, useId } from 'react'
import { addMinutes, formatHours, minutesOf, sayHours } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { type Column, DataTable, RowLink } from '../../components/data-table.tsx'
import { Clamped, LinkifiedText } from '../../components/text.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { hoursColour, hoursPercent, type ProjectReport, type SummaryDay } from './project-summary.ts'
import './hours.scss'

const columns: Column<ProjectReport>[] = [
  {
    header: 'User',
    place: 'title',
    cell: report => (
      <span className="summary-user">
        <Clamped text={report.user_name} />
      </span>
    ),
  },
  { header: 'Tasks', place: 'text', grows: true, cell: report => <Tasks report={report} /> },
  {
    header: 'Hours',
    place: 'aside',
    align: 'end',
    cell: report => <HoursRing label={`Hours worked by ${report.user_name}`} minutes={report.minutes} />,
  },
  {
    header: 'Actions',
    place: 'action',
    cell: report => (
      <RowLink
        to={paths.reviewReport(report.id)}
        label={`View Details: ${report.user_name}, ${formatLongDay(report.date)}`}
      >
        View Details
      </RowLink>
    ),
  },
]

/** The reports about the project on one day. */
export const SummaryDayCard = memo(function SummaryDayCard({ day: { date, reports } }: { day: SummaryDay }) {
  const id = useId()
  return (
    <section className="summary-day" aria-labelledby={id}>
      <div className="summary-day-head">
        <h2 id={id}>
          <time dateTime={date}>{formatLongDay(date)}</time>
        </h2>
        <p className="summary-day-facts">
          <span className="badge text-bg-secondary">
            {reports.length} {reports.length === 1 ? 'Report' : 'Reports'}
          </span>{' '}
          <span className="tabular">{formatHours(addMinutes(reports.map(({ minutes }) => minutes)))}</span>
        </p>
      </div>
      <DataTable
        label={`Reports for ${formatLongDay(date)}`}
        columns={columns}
        rows={reports}
        rowKey={report => report.id}
        rowsOpen
      />
    </section>
  )
})

function Tasks({ report: { tasks, details } }: { report: ProjectReport }) {
  if (details.length === 0) return <LinkifiedText>{tasks}</LinkifiedText>
  return (
    <ul className="summary-tasks">
      {details.map(({ task_description, project_name, hours }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report stay in their order
        <li key={row}>
          <LinkifiedText>{task_description}</LinkifiedText> {/* The page's heading shows it. */}
          <span className="visually-hidden">{project_name}</span>{' '}
          <span className="summary-task-hours tabular">{formatHours(minutesOf(hours))}</span>
        </li>
      ))}
    </ul>
  )
}

/** A ring that is full at eight hours, and the number. The colour adds nothing to the number. */
function HoursRing({ label, minutes }: { label: string; minutes: number }) {
  const percent = hoursPercent(minutes, 12.5)
  return (
    <div className={`hours-ring hours-ring-${hoursColour(minutes)}`}>
      <div
        className="hours-ring-bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={sayHours(minutes)}
        style={{ '--filled': `${percent}%` } as React.CSSProperties}
      />
      <span className="hours-ring-text">{formatHours(minutes)}</span>
    </div>
  )
}
