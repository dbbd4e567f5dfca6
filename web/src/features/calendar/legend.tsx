import type { DayState } from '#shared/day-state.ts'
import { DayMark } from './day-mark.tsx'
import { stateWords } from './day-words.ts'

const shown = ['submitted', 'late', 'missing', 'due', 'off', 'holiday', 'free'] satisfies DayState[]

/** What the marks mean. */
export function Legend() {
  return (
    <ul className="calendar-legend" aria-label="Legend">
      {shown.map(state => (
        <li key={state}>
          <DayMark state={state} />
          {stateWords[state]}
        </li>
      ))}
    </ul>
  )
}
