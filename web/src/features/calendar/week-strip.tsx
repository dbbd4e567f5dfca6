import { useId } from 'react'
import { Link } from 'react-router'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import type { DayState } from '#shared/day-state.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { formatLongDay, formatWeekday } from '../../lib/format.ts'
import { DayMark } from './day-mark.tsx'
import { describeDay, shownState, stateWords } from './day-words.ts'
import type { Week } from './use-week.ts'
import './strips.scss'

type WeekStripProps = {
  week: Week
  /** Missing days whose report can still be written. */
  open: readonly string[]
}

/** The week in one line: the hours of each day, or what it is. Each day leads to its report, or to writing one. */
export function WeekStrip({ week, open }: WeekStripProps) {
  const title = useId()
  if (!week.isFailed && week.days.length === 0) return null
  const minutes = addMinutes(week.days.map(({ hours }) => minutesOf(hours ?? 0)))
  return (
    <section className="card week-strip" aria-labelledby={title}>
      <div className="week-title">
        <h2 id={title}>This Week</h2>
        {!week.isFailed && <p className="tabular">{formatHours(minutes)}</p>}
      </div>
      {week.isFailed ? (
        <ErrorState plain message={messages.calendar.weekFailed} onRetry={week.retry} />
      ) : (
        <ul>
          {week.days.map(day => (
            <li key={day.date} aria-current={day.date === week.today ? 'date' : undefined}>
              <Day day={day} href={hrefOf(day, open)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Day({ day, href }: { day: CalendarDay; href: string | undefined }) {
  const state = shownState(day)
  const description = describeDay(day)
  // What is said by shape alone, or not at all.
  const title = day.hours !== null || state === 'holiday' ? description : undefined
  const content = (
    <>
      <span className="visually-hidden">{`${formatLongDay(day.date)}: ${description}`}</span>
      <span className="week-date" aria-hidden="true">
        {formatWeekday(day.date, 'short')} {Number(day.date.slice(8))}
      </span>
      <span className="week-state tabular" aria-hidden="true">
        {state !== 'future' && state !== 'none' && <DayMark state={state} />}
        {day.hours === null ? shortWord(state) : formatHours(minutesOf(day.hours))}
        {state === 'late' && <small>{stateWords.late}</small>}
      </span>
    </>
  )
  return href === undefined ? (
    <span className="week-day" title={title}>
      {content}
    </span>
  ) : (
    <Link className="week-day" title={title} to={href}>
      {content}
    </Link>
  )
}

/** Most days that nothing is expected on are still to come. */
const shortWord = (state: DayState) => (state === 'future' || state === 'none' ? '–' : stateWords[state])

/** Time off that covers the day is changed in the calendar first. */
function hrefOf({ date, state, report_id, absence_id }: CalendarDay, open: readonly string[]) {
  if (report_id !== null) return paths.report(report_id)
  if (absence_id !== null) return undefined
  if (state === 'due') return paths.newReport()
  return open.includes(date) ? paths.newReport(date) : undefined
}
