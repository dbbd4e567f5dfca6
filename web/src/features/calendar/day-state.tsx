import { type AbsenceKind, absenceKinds } from '#shared/contract/absences.ts'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import type { DayState } from '#shared/day-state.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'
import './calendar.scss'

/** A shape for each state. Screen readers skip it, because the text or label beside it names the state. */
export function DayMark({ state }: { state: DayState }) {
  return <span className={`day-mark day-mark-${state}`} aria-hidden="true" />
}

/** What each state is called on screen. */
export const stateWords: Record<DayState, string> = {
  submitted: 'Submitted',
  late: 'Late',
  missing: 'Missing',
  due: 'Due today',
  off: 'Time off',
  holiday: 'Holiday',
  free: 'Not a working day',
  future: 'Upcoming',
  none: 'Not expected',
}

type Day = Pick<CalendarDay, 'state' | 'hours' | 'absence_id'> & { holiday?: string | null }

/** The state to show: time off of a user who isn't expected to report is still time off. */
export const shownState = ({ state, absence_id }: Pick<Day, 'state' | 'absence_id'>): DayState =>
  state === 'none' && absence_id !== null ? 'off' : state

/** The text beside the mark: the kind of time off or the name of the holiday, if there is one, else the state. */
export function wordOf(day: Day, kind?: AbsenceKind): string {
  const state = shownState(day)
  if (state === 'off' && kind) return absenceKinds[kind]
  if (state === 'holiday' && day.holiday) return day.holiday
  return stateWords[state]
}

/** "Late, 7h 30m": a day in words, for tooltips and screen readers. */
export function describeDay(day: Day, kind?: AbsenceKind): string {
  const word = wordOf(day, kind)
  const hours = day.hours === null ? '' : `, ${formatHours(minutesOf(day.hours))}`
  const isNamed = shownState(day) === 'holiday' && day.holiday
  return `${isNamed ? `Holiday: ${word}` : word}${hours}`
}

const legendStates = ['submitted', 'late', 'missing', 'due', 'off', 'holiday', 'free'] satisfies DayState[]

/** What the marks mean. */
export function Legend() {
  return (
    <ul className="calendar-legend" aria-label="Legend">
      {legendStates.map(state => (
        <li key={state}>
          <DayMark state={state} />
          {stateWords[state]}
        </li>
      ))}
    </ul>
  )
}
