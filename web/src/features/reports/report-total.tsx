import { type Control, useWatch } from 'react-hook-form'
import { hoursText, spellHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Alert } from '../../components/alert.tsx'
import { type ReportValues, totalMinutes } from './report-values.ts'

type ReportTotalProps = { control: Control<ReportValues> }

const useTotal = (control: Control<ReportValues>) =>
  useWatch({ control, name: 'task_details', compute: totalMinutes })

/** The hours of all rows together, announced as they change. */
export function ReportTotal({ control }: ReportTotalProps) {
  const minutes = useTotal(control)
  return (
    <output className="report-total tabular">
      <span className="report-total-label">Total hours</span> <strong>{hoursText(minutes)}</strong>{' '}
      <span>({spellHours(minutes)})</span>
    </output>
  )
}

export function LongDayWarning({ control }: ReportTotalProps) {
  return (
    useTotal(control) > limits.dayHoursWarn * 60 && (
      <Alert variant="warning">{messages.reports.longDay}</Alert>
    )
  )
}
