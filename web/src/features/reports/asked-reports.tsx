import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import { Link } from 'react-router'
import type { ListedReport } from '#shared/contract/reports.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Icon } from '../../components/icon.tsx'
import { reviewText } from '../../domain/report-marks.tsx'
import { formatWeekdayDay } from '../../lib/dates.ts'
import { useMyReports } from './api.ts'
import './reports.scss'

/** The user's latest reports that a reviewer asked to change. They are read from the first page of My Reports. */
export function useAskedReports(today: string) {
  const { data, isPending } = useMyReports(1)
  // Today's report has a card of its own.
  const reports = data?.reports.filter(
    ({ review, date }) => review.state === 'needs_changes' && date !== today,
  )
  return { reports: reports ?? [], isPending }
}

export function AskedReports({ reports }: { reports: readonly ListedReport[] }) {
  if (reports.length === 0) return null
  return (
    <section className="card list-card asked-reports" aria-labelledby="asked-reports">
      <h2 id="asked-reports">Changes requested</h2>
      <ul>
        {reports.map(report => (
          <AskedReport key={report.id} report={report} />
        ))}
      </ul>
    </section>
  )
}

function AskedReport({ report: { id, date, review } }: { report: ListedReport }) {
  const day = formatWeekdayDay(date)
  return (
    <li className="list-card-row">
      <Icon svg={pencil} className="asked-sign" />
      <p>
        {reviewText(review) ?? messages.reviews.changesAsked}
        <span>Report for {day}</span>
      </p>
      <Link
        to={paths.report(id)}
        className="btn btn-secondary btn-sm"
        aria-label={`See what to change: report for ${day}`}
      >
        See what to change
      </Link>
    </li>
  )
}
