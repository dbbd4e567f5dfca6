import { type AbsenceKind, absenceKinds } from '#shared/contract/absences.ts'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import type { DayState } from '#shared/day-state.ts'
import { formatHours, minutesOf } from '#shared/hours.ts'

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

/** As it is shown: time off of a user who isn't expected to report is still time off. */
export const shownState = ({ state, absence_id }: Pick<Day, 'state' | 'absence_id'>): DayState =>
  state === 'none' && absence_id !== null ? 'off' : state

/** The word beside the mark: the kind of time off and the name of a holiday say more than the state. */
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
