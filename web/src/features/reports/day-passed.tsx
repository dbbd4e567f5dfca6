import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { formatLongDay } from '../../lib/format.ts'

/** The report of a day that ended while it was written. */
export function DayPassed({ date, onChange }: { date: string; onChange: () => void }) {
  return (
    <Alert variant="info">
      <div className="notice">
        <p>{messages.reports.dayPassed(formatLongDay(date))}</p>
        <button type="button" className="btn btn-secondary btn-sm" onClick={onChange}>
          Change to today
        </button>
      </div>
    </Alert>
  )
}
