import type { CalendarDay } from '#shared/contract/calendar.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { shownState } from './day-state.tsx'
import './calendar.scss'

/** The totals of a month, or a note if no report is expected in it. Time off counts calendar days. */
export function MonthTotals({ days }: { days: readonly CalendarDay[] | undefined }) {
  const count = (...states: string[]) => days?.filter(day => states.includes(shownState(day))).length ?? 0
  const minutes = addMinutes(days?.map(({ hours }) => minutesOf(hours ?? 0)) ?? [])
  const late = count('late')
  const isNothingExpected = days?.every(({ state }) => state === 'none') ?? false
  const isHidden = days === undefined || isNothingExpected
  return (
    <div className="month-summary">
      <dl className="month-totals tabular" aria-label="Totals of the month" data-hidden={isHidden}>
        <Total label="Hours" value={formatHours(minutes)} />
        <Total
          label="Reports"
          value={String(count('submitted', 'late'))}
          note={late > 0 ? `${late} late` : ''}
        />
        <Total label="Missing" value={String(count('missing'))} />
        <Total label="Time off" value={daysText(count('off'))} />
      </dl>
      {isNothingExpected && <p>{messages.calendar.nothingExpected}</p>}
    </div>
  )
}

const daysText = (count: number) => (count === 1 ? '1 day' : `${count} days`)

function Total({ label, value, note = '' }: { label: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value} {note && <small>{note}</small>}
      </dd>
    </div>
  )
}
