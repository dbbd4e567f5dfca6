import { hoursText, spellHours } from '#shared/hours.ts'

/** The hours of all rows together, announced as they change. */
export function ReportTotal({ minutes }: { minutes: number }) {
  return (
    <output className="report-total tabular">
      <span className="report-total-label">Total hours</span> <strong>{hoursText(minutes)}</strong>{' '}
      <span>({spellHours(minutes)})</span>
    </output>
  )
}
