import { Suspense, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { ErrorBoundary } from '../../../components/error-boundary.tsx'
import { formatWeekdayDay } from '../../../lib/format.ts'
import { lazily } from '../../../lib/lazily.ts'
import { Discard } from './discard.tsx'
import { isOpenDay, Reopen } from './reopen.tsx'
import type { WaitingReport } from './waiting-db.ts'

const CompareDialog = lazily(() => import('./compare-dialog.tsx'))

type WaitingLineProps = { report: WaitingReport; onFailure: (sentence: string) => void }
type WaitingActionsProps = WaitingLineProps & { className: string }

/** One of several. */
export function WaitingLine({ report, onFailure }: WaitingLineProps) {
  return (
    <li>
      <span>{report.problem ? problemOf(report) : formatWeekdayDay(report.date)}</span>
      <div className="waiting-actions">
        <WaitingActions report={report} className="btn btn-secondary btn-sm" onFailure={onFailure} />
      </div>
    </li>
  )
}

/** What its author can do with it. */
export function WaitingActions({ report, className, onFailure }: WaitingActionsProps) {
  const [isComparing, setIsComparing] = useState(false)
  const close = () => setIsComparing(false)
  if (report.problem?.kind !== 'conflict') {
    return (
      <>
        <Reopen report={report} className={className} onFailure={onFailure} />
        <Discard report={report} className={className} onFailure={onFailure} />
      </>
    )
  }
  return (
    <>
      <button type="button" className={className} onClick={() => setIsComparing(true)}>
        Compare
      </button>
      {isComparing && (
        <ErrorBoundary isPart onClose={close}>
          <Suspense>
            <CompareDialog waiting={report} onClose={close} onFailure={onFailure} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}

/** Why the server did not take it. */
export function problemOf({ date, problem }: WaitingReport): string {
  const day = formatWeekdayDay(date)
  if (problem?.kind !== 'refused') return messages.offline.conflict(day)
  const said = /[.!?]$/.test(problem.sentence) ? problem.sentence : `${problem.sentence}.`
  const sentence = messages.offline.refused(day, said)
  return isOpenDay(date) ? sentence : `${sentence} ${messages.offline.dayClosed}`
}
