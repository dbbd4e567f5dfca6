import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import type { CalendarDay } from '#shared/contract/calendar.ts'
import { addDays, isoWeekday } from '#shared/dates.ts'
import { type DayState, dayStateLabels } from '#shared/day-state.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { ErrorState } from '../../components/states.tsx'
import { DayMark } from '../../domain/day-marks.tsx'
import { isAbsent } from '../../lib/api-error.ts'
import { formatLongDay, formatWeekday } from '../../lib/dates.ts'
import { monthOptions } from './api.ts'
import { describeDay, shownState } from './day-state.tsx'
import './strips.scss'

type WeekStripProps = {
  week: Week
  /** Missing days whose report can still be written. */
  open: readonly string[]
}

/** The week in one line: each day shows its hours or its state, and links to its report or to the form for one. */
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
              <Day day={day} href={dayHref(day, open)} />
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
  // The tooltip adds what is shown by shape only, or not at all.
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
        {state === 'late' && <small>{dayStateLabels.late}</small>}
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

/** A dash is enough for these days, most of which are in the future. */
const shortWord = (state: DayState) => (state === 'future' || state === 'none' ? '–' : dayStateLabels[state])

/** No link for a day with time off, which has to be changed in the calendar first. */
function dayHref({ date, state, report_id, absence_id }: CalendarDay, open: readonly string[]) {
  if (report_id !== null) return paths.report(report_id)
  if (absence_id !== null) return undefined
  if (state === 'due') return paths.newReport()
  return open.includes(date) ? paths.newReport(date) : undefined
}

type Week = ReturnType<typeof useWeek>

/** The user's days in the week of this day, from Monday to Sunday, without those that are not worth showing. */
export function useWeek(day: string) {
  const monday = addDays(day, 1 - isoWeekday(day))
  const sunday = addDays(monday, 6)
  // Equal queries are sent once, so there are two calls only in a week that two months share.
  const first = useQuery(monthOptions(monday.slice(0, 7)))
  const last = useQuery(monthOptions(sunday.slice(0, 7)))
  const all = new Map(
    [first, last].flatMap(({ data }) => data?.days.map(each => [each.date, each] as const) ?? []),
  )
  const days = [...all.values()].filter(({ date }) => date >= monday && date <= sunday)
  const shown = days.filter(isWorthShowing)
  const isPending = first.isPending || last.isPending
  return {
    isPending,
    isFailed: !isPending && [first, last].some(({ data, error }) => data === undefined && !isAbsent(error)),
    today: first.data?.today ?? day,
    // Empty for users who are not expected to report.
    days: shown.some(({ state }) => state !== 'none') ? shown : [],
    retry: () => {
      void first.refetch()
      void last.refetch()
    },
  }
}

/** A weekend day is shown if it is a working day or has a report. Time off and holidays cover other weekends too. */
function isWorthShowing({ date, state, hours }: CalendarDay): boolean {
  if (hours !== null) return true
  if (isoWeekday(date) < 6) return state !== 'free'
  return state === 'due' || state === 'missing' || state === 'future'
}
