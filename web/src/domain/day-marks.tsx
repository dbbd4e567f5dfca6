import { type DayState, dayStateLabels } from '#shared/day-state.ts'
import './day-marks.scss'

/** A shape for each state. Screen readers skip it, because the text or label beside it names the state. */
export function DayMark({ state }: { state: DayState }) {
  return <span className={`day-mark day-mark-${state}`} aria-hidden="true" />
}

/** "Holiday: Labour Day" */
export const holidayWords = (name: string) => `${dayStateLabels.holiday}: ${name}`

/** Explains the marks of these states. */
export function MarkLegend({ states }: { states: readonly DayState[] }) {
  return (
    <ul className="mark-legend" aria-label="Legend">
      {states.map(state => (
        <li key={state}>
          <DayMark state={state} />
          {dayStateLabels[state]}
        </li>
      ))}
    </ul>
  )
}
