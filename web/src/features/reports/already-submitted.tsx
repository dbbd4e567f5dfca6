import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Report } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { formatLongDay } from '../../lib/format.ts'
import './report-form.scss'

const rowsShown = 3

export type AlreadySubmittedProps = {
  report: Report
  isToday: boolean
  /** The alert above has just said the sentence: only the report is added. */
  isSaid?: boolean
  /** False: it can't be loaded to be edited. */
  canEdit?: boolean
}

/** The report that is already there for this day, so that it isn't written a second time. */
export function AlreadySubmitted(props: AlreadySubmittedProps) {
  const { report, isToday, isSaid = false, canEdit = true } = props

  const id = useId()
  const rows = report.task_details ?? []
  const more = rows.length - rowsShown
  return (
    <section className="already-submitted" aria-labelledby={id}>
      <Icon svg={check} />
      <div className="already-submitted-report">
        <h2 id={id}>
          {!isToday
            ? formatLongDay(report.date)
            : isSaid
              ? "Today's report"
              : canEdit
                ? messages.reports.alreadySubmittedToday
                : messages.suggestions.sentOffline}
        </h2>
        <dl className="tabular">
          {rows.slice(0, rowsShown).map(row => (
            <div key={row.id}>
              <dt>
                <span>{row.project_name}</span> {row.task_description}
              </dt>
              <dd>{formatHours(minutesOf(row.hours))}</dd>
            </div>
          ))}
          <div className="already-submitted-total">
            <dt>{more > 0 ? `Total, with ${more} more ${more === 1 ? 'task' : 'tasks'}` : 'Total'}</dt>
            <dd>{formatHours(minutesOf(report.hours_worked))}</dd>
          </div>
        </dl>
        <div className="notice-actions">
          {canEdit && (
            <Link to={paths.editReport(report.id)} className="btn btn-primary">
              Edit Report
            </Link>
          )}
          <Link to={paths.report(report.id)} className="btn btn-secondary">
            View Report
          </Link>
        </div>
      </div>
    </section>
  )
}
