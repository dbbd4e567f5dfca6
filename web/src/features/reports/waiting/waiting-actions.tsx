import { Suspense, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Confirm } from '../../../components/dialog.tsx'
import { ErrorBoundary } from '../../../components/error-boundary.tsx'
import { useIsOnline, useIsServerUnreachable } from '../../../lib/connection.ts'
import { formatWeekdayDay } from '../../../lib/dates.ts'
import { lazily } from '../../../lib/lazily.ts'
import { isOpenDay, Reopen } from './reopen.tsx'
import type { WaitingReport } from './waiting-db.ts'
import { removeWaiting, sendNow, useWaiting } from './waiting-list.ts'

const CompareDialog = lazily(() => import('./compare-dialog.tsx'))

type WaitingLineProps = { report: WaitingReport; onFailure: (sentence: string) => void }
type WaitingActionsProps = WaitingLineProps & { className: string }

export function WaitingLine({ report, onFailure }: WaitingLineProps) {
  return (
    <li>
      <span>{report.problem ? problemSentence(report) : formatWeekdayDay(report.date)}</span>
      <div className="waiting-actions">
        <WaitingActions report={report} className="btn btn-secondary btn-sm" onFailure={onFailure} />
      </div>
    </li>
  )
}

/** The buttons for one waiting report. */
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

/** Explains why the server refused the report. */
export function problemSentence({ date, problem }: WaitingReport): string {
  const day = formatWeekdayDay(date)
  if (problem?.kind !== 'refused') return messages.offline.conflict(day)
  const reason = /[.!?]$/.test(problem.sentence) ? problem.sentence : `${problem.sentence}.`
  const sentence = messages.offline.refused(day, reason)
  return isOpenDay(date) ? sentence : `${sentence} ${messages.offline.dayClosed}`
}

/** Explains why waiting reports are not sent yet. */
export function useWaitingReason(): string {
  const { isSending, hasFailed } = useWaiting()
  const isOnline = useIsOnline()
  const isServerAway = useIsServerUnreachable()
  if (!isOnline) return messages.offline.noConnection
  if (isSending) return messages.offline.sending
  if (isServerAway) return messages.offline.serverUnreachable
  return hasFailed ? messages.offline.retrying : ''
}

/** Without a network there is nothing to press: the reports are sent as soon as it is back. */
export function SendNow({ className }: { className: string }) {
  const { isSending } = useWaiting()
  if (!useIsOnline()) return null
  return (
    <button
      type="button"
      className={isSending ? `${className} disabled` : className}
      // A disabled button would lose the focus.
      aria-disabled={isSending}
      onClick={() => void sendNow({ isManual: true })}
    >
      Send now
    </button>
  )
}

type DiscardProps = { report: WaitingReport; className: string; onFailure: (sentence: string) => void }

function Discard({ report, className, onFailure }: DiscardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <button type="button" className={className} onClick={() => setIsConfirming(true)}>
        Discard
      </button>
      {isConfirming && (
        <Confirm
          title={messages.offline.discardTitle}
          confirmLabel="Discard"
          onConfirm={() => {
            setIsConfirming(false)
            removeWaiting(report).catch(() => onFailure(messages.offline.notRemoved))
          }}
          onCancel={() => setIsConfirming(false)}
        >
          <p>{messages.offline.discard(formatWeekdayDay(report.date))}</p>
        </Confirm>
      )}
    </>
  )
}
