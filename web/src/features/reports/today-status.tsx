import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import cloudUp from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import info from 'bootstrap-icons/icons/info-circle.svg?raw'
import { useId } from 'react'
import { Link } from 'react-router'
import type { Report } from '#shared/contract/reports.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { Placeholder, Skeleton, usePlaceholder } from '../../components/placeholders.tsx'
import { ErrorState } from '../../components/states.tsx'
import { ReviewNote } from '../../domain/report-marks.tsx'
import { formatLongDay } from '../../lib/dates.ts'
import { useReportOfToday } from './api.ts'
import './reports.scss'

type TodayStatusProps = {
  today: string
  /** Today's report waits on this device to be sent. */
  isWaiting: boolean
}

/** Shows whether today's report is submitted, and the next step. */
export function TodayStatus({ today, isWaiting }: TodayStatusProps) {
  const title = useId()
  return (
    <section className="card list-card today-status" aria-labelledby={title}>
      <h2 id={title}>Today's Status</h2>
      <StatusBody today={today} isWaiting={isWaiting} />
    </section>
  )
}

function StatusBody({ today, isWaiting }: TodayStatusProps) {
  const { data: report, isPending, refetch } = useReportOfToday(today)
  if (usePlaceholder(isPending)) return <StatusSkeleton />
  if (isWaiting && !report) return <Unsent />
  if (report === undefined)
    return <ErrorState plain message={messages.reports.listFailed} onRetry={() => void refetch()} />
  return report ? <Submitted report={report} /> : <NotSubmitted />
}

function Submitted({ report }: { report: Report }) {
  return (
    <>
      <div className="status-row">
        <Icon svg={check} className="status-sign status-done" />
        <div className="status-words">
          <p className="status-title">
            Submitted at <Moment instant={report.created_at} timeOnly />
          </p>
          <p className="text-body-secondary tabular">
            {formatHours(minutesOf(report.hours_worked))} logged{report.is_edited && ', edited later'}
          </p>
          <ReviewNote review={report.review} />
        </div>
        <Link
          to={paths.report(report.id)}
          className="btn btn-secondary status-button"
          aria-label={`View report for ${formatLongDay(report.date)}`}
        >
          View
        </Link>
      </div>
      {!report.task_details?.length && (
        <p className="status-note">
          <Icon svg={info} />
          {messages.reports.detailsMissing}
        </p>
      )}
    </>
  )
}

function NotSubmitted() {
  return (
    <div className="status-row">
      <Icon svg={circle} className="status-sign" />
      <div className="status-words">
        <p className="status-title">{messages.reports.notSubmitted}</p>
        <p className="text-body-secondary">{messages.reports.notSubmittedHint}</p>
      </div>
      <Link to={paths.newReport()} className="btn btn-primary status-button">
        Submit Now
      </Link>
    </div>
  )
}

/** The bar at the bottom of every screen shows why the report waits and what the user can do. */
function Unsent() {
  return (
    <div className="status-row">
      <Icon svg={cloudUp} className="status-sign" />
      <div className="status-words">
        <p className="status-title">{messages.offline.notSent}</p>
        <p className="text-body-secondary">{messages.offline.notSentHint}</p>
      </div>
      <Link to={paths.newReport()} className="btn btn-secondary status-button">
        View
      </Link>
    </div>
  )
}

function StatusSkeleton() {
  return (
    <Placeholder>
      <div className="status-row">
        <span className="status-sign">
          <Skeleton width="1.5rem" height="1.5rem" />
        </span>
        <div className="status-words">
          <Skeleton width="9rem" />
          <Skeleton width="12rem" />
        </div>
        <span className="btn status-button">
          <Skeleton width="5rem" />
        </span>
      </div>
    </Placeholder>
  )
}
