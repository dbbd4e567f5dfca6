import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Report } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import './report-form.scss'

const rowsShown = 3

export type AlreadySubmittedProps = {
  report: Report
  isToday: boolean
  /** The form's alert already states that there is a report. */
  hasAlert?: boolean
  /** False offline, where the report can't be loaded into the edit form. */
  canEdit?: boolean
}

/** Shows the report that was already submitted for this day, so that users don't write it a second time. */
export function AlreadySubmitted(props: AlreadySubmittedProps) {
  const { report, isToday, hasAlert = false, canEdit = true } = props

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
            : hasAlert
              ? "Today's report"
              : canEdit
                ? messages.reports.alreadySubmittedToday
                : messages.suggestions.sentOffline}
        </h2>
        <dl className="tabular">
          {rows.slice(0, rowsShown).map(row => (
            <div key={row.id}>
              <dt>
                <bdi className="already-submitted-project">{row.project_name}</bdi>{' '}
                <bdi className="already-submitted-words">{row.task_description}</bdi>
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
