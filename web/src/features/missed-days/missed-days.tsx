import dash from 'bootstrap-icons/icons/dash-circle.svg?raw'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { type AbsenceKind, absenceKinds } from '#shared/contract/absences.ts'
import { missedMessages } from '#shared/messages/missed.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { failureText } from '../../lib/api-error.ts'
import { formatWeekdayDay } from '../../lib/format.ts'
import { useAddTimeOff, useDeleteTimeOff } from './time-off-api.ts'
import './missed-days.scss'

/** More would push the rest of the dashboard off the screen. */
const shown = 3

type Result = { variant: 'success' | 'danger'; text: string; undo?: number; date?: string }

/** The days without a report that can still be written, the latest first. */
export function MissedDays({ days }: { days: readonly string[] }) {
  const add = useAddTimeOff()
  const remove = useDeleteTimeOff()
  const heading = useRef<HTMLHeadingElement>(null)
  const [result, setResult] = useState<Result | null>(null)
  const isBusy = add.isPending || remove.isPending

  async function handleOff(date: string, kind: AbsenceKind) {
    setResult(null)
    try {
      const { id } = await add.mutateAsync({ date, kind })
      setResult({
        variant: 'success',
        text: missedMessages.markedOff(formatWeekdayDay(date)),
        undo: id,
        date,
      })
      // The button went with its line.
      heading.current?.focus({ preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, missedMessages.markFailed) })
    }
  }

  async function handleUndo(id: number, date: string) {
    try {
      await remove.mutateAsync(id)
      setResult({ variant: 'success', text: missedMessages.backAgain(formatWeekdayDay(date)) })
      heading.current?.focus({ preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, missedMessages.undoFailed) })
    }
  }

  const latest = days.toSorted().toReversed().slice(0, shown)
  if (latest.length === 0 && !result) return null
  return (
    <section className="card missed-days" aria-labelledby="missed-days">
      <h2 id="missed-days" ref={heading} tabIndex={-1}>
        Missed days
      </h2>
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
          {result.undo !== undefined && (
            <button
              type="button"
              className="btn btn-secondary btn-sm ms-2"
              disabled={isBusy}
              onClick={() => result.undo && result.date && void handleUndo(result.undo, result.date)}
            >
              Undo
            </button>
          )}
        </Alert>
      )}
      {latest.length > 0 && (
        <ul>
          {latest.map(date => (
            <MissedDay key={date} date={date} isBusy={isBusy} onOff={kind => void handleOff(date, kind)} />
          ))}
        </ul>
      )}
    </section>
  )
}

type MissedDayProps = { date: string; isBusy: boolean; onOff: (kind: AbsenceKind) => void }

const kinds = Object.entries(absenceKinds) as [AbsenceKind, string][]

function MissedDay({ date, isBusy, onOff }: MissedDayProps) {
  const [isAsking, setIsAsking] = useState(false)
  const wasOff = useRef<HTMLButtonElement>(null)
  const day = formatWeekdayDay(date)

  function cancel() {
    flushSync(() => setIsAsking(false))
    wasOff.current?.focus()
  }

  return (
    <li>
      <Icon svg={dash} className="missed-sign" />
      <p>{missedMessages.noReport(day)}</p>
      {isAsking ? (
        // biome-ignore lint/a11y/useSemanticElements: three buttons, not fields of a form
        <div className="missed-buttons" role="group" aria-label={`Time off on ${day}`}>
          {kinds.map(([kind, label], index) => (
            <button
              key={kind}
              type="button"
              className="btn btn-secondary btn-sm"
              // biome-ignore lint/a11y/noAutofocus: the button that was pressed is replaced by these
              autoFocus={index === 0}
              disabled={isBusy}
              onClick={() => onOff(kind)}
            >
              {label}
            </button>
          ))}
          <button type="button" className="btn btn-ghost btn-sm" onClick={cancel}>
            Cancel
          </button>
        </div>
      ) : (
        <div className="missed-buttons">
          <Link
            to={paths.newReport(date)}
            className="btn btn-secondary btn-sm"
            aria-label={`Write it now: report for ${day}`}
          >
            Write it now
          </Link>
          <button
            ref={wasOff}
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={`I was off on ${day}`}
            onClick={() => setIsAsking(true)}
          >
            I was off
          </button>
        </div>
      )}
    </li>
  )
}
