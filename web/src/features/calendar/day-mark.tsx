import type { DayState } from '#shared/day-state.ts'
import './calendar.scss'

/** The shape of a state; the words beside it, or the name of what it stands in, say the same. */
export function DayMark({ state }: { state: DayState }) {
  return <span className={`day-mark day-mark-${state}`} aria-hidden="true" />
}
