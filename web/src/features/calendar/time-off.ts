import type { Absence } from '#shared/contract/absences.ts'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { isoWeekday } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'

// What a change of time off makes of the days on screen, before the server has answered.

type Day = Pick<CalendarDay, 'date' | 'state' | 'absence_id'> & { holiday?: string | null }
type Period = Pick<Absence, 'id' | 'start_date' | 'end_date'>

/** A report stays what it is, and a day on which none is expected too. */
const keepsState = (state: DayState) => state === 'submitted' || state === 'late' || state === 'none'

/** The days with this time off. */
export function withTimeOff<D extends Day>(days: readonly D[], { id, start_date, end_date }: Period): D[] {
  return days.map(day =>
    day.date >= start_date && day.date <= end_date
      ? { ...day, absence_id: id, state: keepsState(day.state) ? day.state : 'off' }
      : day,
  )
}

/** The days without it, as they were before as far as they tell: the server's answer follows. */
export function withoutTimeOff<D extends Day>(
  days: readonly D[],
  id: number,
  { today, holidays }: { today: string; holidays: ReadonlySet<string> },
): D[] {
  const free = new Set(days.filter(({ state }) => state === 'free').map(({ date }) => isoWeekday(date)))
  const stateOf = ({ date, state }: D): DayState => {
    if (keepsState(state)) return state
    if (holidays.has(date)) return 'holiday'
    if (free.has(isoWeekday(date))) return 'free'
    if (date > today) return 'future'
    return date === today ? 'due' : 'missing'
  }
  return days.map(day => (day.absence_id === id ? { ...day, absence_id: null, state: stateOf(day) } : day))
}

/** The same time off under the id that the server gave it. */
export function renamed<D extends Day>(days: readonly D[], from: number, to: number): D[] {
  return days.map(day => (day.absence_id === from ? { ...day, absence_id: to } : day))
}
