import { Link } from 'react-router'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { useDelayedRedirect } from './use-delayed-redirect.ts'

const toReports = { to: paths.myReports(), delayMs: limits.tooLateRedirectDelayMs }

/** The report's days of grace are over; says so and leads back to the list. */
export function TooLate({ windowDays }: { windowDays: number }) {
  useDelayedRedirect(toReports)
  return <ReportRefused sentence={messages.reports.editWithin(windowDays)} />
}

export function ReportRefused({ sentence }: { sentence: string }) {
  return (
    <>
      <Alert variant="danger">{sentence}</Alert>
      <p>
        <Link to={paths.myReports()}>Back to Reports</Link>
      </p>
    </>
  )
}
