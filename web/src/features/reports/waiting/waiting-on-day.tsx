import cloudUp from 'bootstrap-icons/icons/cloud-arrow-up.svg?raw'
import { useId, useState } from 'react'
import { addMinutes, formatHours, parseHours } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../../../components/icon.tsx'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import { problemSentence, SendNow, useWaitingReason, WaitingActions } from './waiting-actions.tsx'
import type { WaitingReport } from './waiting-db.ts'
import { useWaiting } from './waiting-list.ts'

import '../report-form.scss'
import './waiting.scss'

/** Shows the report of this day that waits to be sent, so that users change it instead of writing it a second time. */
export function WaitingOnDay({ date }: { date: string }) {
  const { reports } = useWaiting()
  const report = reports.find(waiting => waiting.date === date)
  return report ? <Waiting report={report} /> : null
}

const minutesIn = (hours: string) => parseHours(hours, limits.taskHoursMax).minutes ?? 0

const button = 'btn btn-secondary'

function Waiting({ report }: { report: WaitingReport }) {
  const id = useId()
  const [note, setNote] = useState('')
  const reason = useWaitingReason()
  const rows = report.values.task_details
  return (
    <section className="already-submitted waiting-on-day" aria-labelledby={id}>
      <Icon svg={cloudUp} />
      <div className="already-submitted-report">
        <h2 id={id}>
          {report.problem
            ? problemSentence(report)
            : messages.offline.waitsForDay(formatWeekdayDay(report.date))}
        </h2>
        <dl className="tabular">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never change here
            <div key={index}>
              <dt>
                <span className="already-submitted-project">{report.projects[row.project_id]}</span>{' '}
                <span className="already-submitted-words">{row.description}</span>
              </dt>
              <dd>{formatHours(minutesIn(row.hours))}</dd>
            </div>
          ))}
          <div className="already-submitted-total">
            <dt>Total</dt>
            <dd>{formatHours(addMinutes(rows.map(row => minutesIn(row.hours))))}</dd>
          </div>
        </dl>
        <p className="waiting-why" role="status">
          {note || (report.problem ? '' : reason)}
        </p>
        <div className="notice-actions">
          {!report.problem && <SendNow className={button} />}
          <WaitingActions report={report} className={button} onFailure={setNote} />
        </div>
      </div>
    </section>
  )
}
