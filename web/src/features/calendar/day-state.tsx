import { type AbsenceKind, absenceKinds } from '#shared/contract/absences.ts'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { type DayState, dayStateLabels } from '#shared/day-state.ts'
import { minutesOf, sayHours } from '#shared/hours.ts'
import { holidayWords, MarkLegend } from '../../domain/day-marks.tsx'

type Day = Pick<CalendarDay, 'state' | 'hours' | 'absence_id'> & { holiday?: string | null }

/** The state to show: time off of a user who isn't expected to report is still time off. */
export const shownState = ({ state, absence_id }: Pick<Day, 'state' | 'absence_id'>): DayState =>
  state === 'none' && absence_id !== null ? 'off' : state

/** The text beside the mark: the kind of time off or the name of the holiday, if there is one, else the state. */
export function wordOf(day: Day, kind?: AbsenceKind): string {
  const state = shownState(day)
  if (state === 'off' && kind) return absenceKinds[kind]
  if (state === 'holiday' && day.holiday) return day.holiday
  return dayStateLabels[state]
}

/** "Late, 7 hours 30 minutes": a day in words, for tooltips and screen readers. */
export function describeDay(day: Day, kind?: AbsenceKind): string {
  const word = wordOf(day, kind)
  const hours = day.hours === null ? '' : `, ${sayHours(minutesOf(day.hours))}`
  const isNamed = shownState(day) === 'holiday' && day.holiday
  return `${isNamed ? holidayWords(word) : word}${hours}`
}

const legendStates = ['submitted', 'late', 'missing', 'due', 'off', 'holiday', 'free'] satisfies DayState[]

/** What the marks mean: all of them, or those of the days that are given. While these load, the line is empty. */
export function Legend({ days }: { days?: readonly Day[] | 'loading' }) {
  const shown = days === 'loading' ? new Set() : days && new Set<DayState>(days.map(shownState))
  return <MarkLegend states={legendStates.filter(state => !shown || shown.has(state))} />
}
