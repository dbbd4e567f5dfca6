import bell from 'bootstrap-icons/icons/bell.svg?raw'
import dash from 'bootstrap-icons/icons/dash-circle.svg?raw'
import journal from 'bootstrap-icons/icons/journal-text.svg?raw'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { type AbsenceKind, absenceKinds } from '#shared/contract/absences.ts'
import type { MissedDays as Missed } from '#shared/contract/missed-days.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Alert } from '../../components/alert.tsx'
import { Icon } from '../../components/icon.tsx'
import { failureText } from '../../lib/api-error.ts'
import { formatLongDay, formatWeekdayDay } from '../../lib/dates.ts'
import { takeFocus } from '../../lib/focus.ts'
import { useAddTimeOff, useDeleteTimeOff, useSetKind } from './api.ts'
import './missed-days.scss'

/** More would push the rest of the dashboard off the screen. */
const maxShown = 3

/** Time off that was just added here. */
type Added = { id: number; date: string; kind: AbsenceKind }
type Result = { variant: 'success' | 'danger'; text: string; added?: Added }

type MissedDaysProps = Missed & { today: string }

/** The days whose report can still be written, latest first: who sent reminders for them, and which have a draft. */
export function MissedDays({ days, drafts, reminders, today }: MissedDaysProps) {
  const add = useAddTimeOff()
  const setKind = useSetKind()
  const remove = useDeleteTimeOff()
  const title = useRef<HTMLHeadingElement>(null)
  const [result, setResult] = useState<Result | null>(null)
  const isBusy = add.isPending || setKind.isPending || remove.isPending

  async function handleOff(date: string) {
    setResult(null)
    try {
      // One click adds time off, and its kind can be chosen afterwards.
      const { id, kind } = await add.mutateAsync(date)
      setResult({
        variant: 'success',
        text: messages.missedDays.markedOff(formatWeekdayDay(date)),
        added: { id, date, kind },
      })
      // The row is removed with its button, so the focus moves to the heading.
      takeFocus(title.current, { preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.missedDays.markFailed) })
    }
  }

  async function handleKind(added: Added, kind: AbsenceKind) {
    try {
      await setKind.mutateAsync({ id: added.id, kind })
      setResult(before => (before?.added ? { ...before, added: { ...added, kind } } : before))
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.missedDays.kindFailed) })
    }
  }

  async function handleUndo({ id, date }: Added) {
    try {
      await remove.mutateAsync(id)
      setResult({ variant: 'success', text: messages.missedDays.backAgain(formatWeekdayDay(date)) })
      takeFocus(title.current, { preventScroll: true })
    } catch (error) {
      setResult({ variant: 'danger', text: failureText(error, messages.missedDays.undoFailed) })
    }
  }

  const remindedBy = new Map(reminders.map(({ date, name }) => [date, name]))
  const latestFirst = (dates: Iterable<string>) => [...dates].toSorted().toReversed()
  // When not all days fit, those with a reminder of a reviewer come first. Days with a draft are always shown.
  const wanted = new Set([...latestFirst(remindedBy.keys()), ...latestFirst(days)])
  const dates = latestFirst(new Set([...[...wanted].slice(0, maxShown), ...drafts]))
  if (dates.length === 0 && !result) return null
  const heading = headingOf({ days, drafts, dates, today })
  return (
    <section className="card list-card missed-days" aria-labelledby="missed-days">
      <h2 id="missed-days" ref={title} tabIndex={-1}>
        {result ? 'Missed days' : heading}
      </h2>
      {result && (
        <Alert key={result.text} variant={result.variant} onDismiss={() => setResult(null)}>
          {result.text}
          {result.added && (
            <AddedDay
              added={result.added}
              isBusy={isBusy}
              onKind={kind => result.added && void handleKind(result.added, kind)}
              onUndo={() => result.added && void handleUndo(result.added)}
            />
          )}
        </Alert>
      )}
      {dates.length > 0 && (
        <ul>
          {dates.map(date => (
            <MissedDay
              key={date}
              date={date}
              remindedBy={remindedBy.get(date)}
              hasDraft={drafts.includes(date)}
              isToday={date === today}
              isBusy={isBusy}
              onOff={() => void handleOff(date)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function headingOf({ days, drafts, dates, today }: Omit<MissedDaysProps, 'reminders'> & { dates: string[] }) {
  if (dates.every(date => drafts.includes(date))) return 'Drafts'
  return days.length === 0 && dates.every(date => date >= today) ? 'Reminder' : 'Missed days'
}

const kinds = Object.entries(absenceKinds) as [AbsenceKind, string][]

type AddedDayProps = {
  added: Added
  isBusy: boolean
  onKind: (kind: AbsenceKind) => void
  onUndo: () => void
}

function AddedDay({ added, isBusy, onKind, onUndo }: AddedDayProps) {
  return (
    <div className="missed-buttons">
      {/* biome-ignore lint/a11y/useSemanticElements: three buttons, not fields of a form */}
      <div
        className="missed-kinds"
        role="group"
        aria-label={`Kind of time off on ${formatWeekdayDay(added.date)}`}
      >
        {kinds.map(([kind, label]) => (
          <button
            key={kind}
            type="button"
            className="btn btn-secondary btn-sm"
            aria-pressed={kind === added.kind}
            // Not disabled while busy, because a disabled button loses the focus.
            onClick={() => !isBusy && kind !== added.kind && onKind(kind)}
          >
            {label}
          </button>
        ))}
      </div>
      <button type="button" className="btn btn-secondary btn-sm" disabled={isBusy} onClick={onUndo}>
        Undo
      </button>
    </div>
  )
}

type MissedDayProps = {
  date: string
  /** The reviewer's name; undefined without a reminder. */
  remindedBy: string | undefined
  /** An assistant saved a draft, also for a day off. */
  hasDraft: boolean
  isToday: boolean
  isBusy: boolean
  onOff: () => void
}

function MissedDay({ date, remindedBy, hasDraft, isToday, isBusy, onOff }: MissedDayProps) {
  // A draft may be of another year.
  const day = hasDraft ? formatLongDay(date) : formatWeekdayDay(date)
  return (
    <li className="list-card-row">
      <Icon svg={remindedBy !== undefined ? bell : hasDraft ? journal : dash} className="missed-sign" />
      <p>
        {remindedBy !== undefined
          ? messages.missedDays.reminded(remindedBy, day)
          : hasDraft
            ? messages.missedDays.hasDraft(day)
            : messages.missedDays.noReport(day)}
      </p>
      <div className="missed-buttons">
        <Link
          to={isToday ? paths.newReport() : paths.newReport(date)}
          className="btn btn-secondary btn-sm"
          aria-label={`Write it now: report for ${day}`}
        >
          Write it now
        </Link>
        {!hasDraft && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-label={isToday ? `I'm off on ${day}` : `I was off on ${day}`}
            disabled={isBusy}
            onClick={onOff}
          >
            {isToday ? "I'm off" : 'I was off'}
          </button>
        )}
      </div>
    </li>
  )
}
