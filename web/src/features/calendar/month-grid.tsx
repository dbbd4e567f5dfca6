// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells are laid out as a grid, and some browsers then no longer treat them as a table
// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells the arrow keys move between
// biome-ignore-all lint/a11y/useFocusableInteractive: the link or button in a cell has the focus

import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import type { AbsenceKind } from '#shared/contract/absences.ts'
import type { Calendar, CalendarDay } from '#shared/contract/calendar.ts'
import { countDays, isoWeekday, type Span } from '#shared/dates.ts'
import { addMinutes, formatHours, minutesOf } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import { paths } from '../../app/paths.ts'
import { Skeleton } from '../../components/placeholders.tsx'
import { DayMark } from '../../domain/day-marks.tsx'
import { formatLongDay, formatMonth, formatSpan, formatWeekday } from '../../lib/dates.ts'
import { takeFocus } from '../../lib/focus.ts'
import { describeDay, shownState, wordOf } from './day-state.tsx'
import { dayByKey, isCalendarMonth, type Week, weeksOf } from './months.ts'
import { dateAt, useDaySelection } from './use-day-selection.ts'
import './calendar.scss'

type MonthGridProps = {
  calendar: Calendar
  kindOf: (absenceId: number) => AbsenceKind | undefined
  /** A missing day whose report can still be written. */
  isOpen: (date: string) => boolean
  /** Another month is loading. */
  isBusy: boolean
  /** Called for a day that is not a link. */
  onDay: (day: CalendarDay) => void
  onChosen: (span: Span) => void
  /** The days that the dialog is open for. */
  chosen: Span | undefined
  /** Called when a key moves to a day of another month. */
  onLeave: (date: string) => void
}

/** A month as a table with a week in each row. Tab reaches one day, and the arrow keys move between days. */
export function MonthGrid(props: MonthGridProps) {
  const { calendar, kindOf, isOpen, isBusy, onDay, onChosen, onLeave } = props
  const { days, today, month } = calendar
  const element = useRef<HTMLTableElement>(null)
  const selection = useDaySelection(onChosen)
  const chosen = props.chosen ?? selection.span
  const { clear } = selection
  const weeks = useMemo(() => weeksOf(days), [days])
  const [focused, setFocused] = useState('')
  const lastFocused = useRef<HTMLElement>(null)
  /** The day that gets the focus once its month is loaded. */
  const expected = useRef<string>(undefined)
  const isShown = (date: string) => days.some(day => day.date === date)
  const current = [focused, today].find(isShown) ?? days[0]?.date

  const dayElement = (date: string) => element.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)
  const focus = (date: string) => dayElement(date)?.focus()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every month that is loaded
  useLayoutEffect(() => {
    if (expected.current === undefined || !isShown(expected.current)) return
    takeFocus(dayElement(expected.current))
    expected.current = undefined
  }, [days])

  // Time off turns a day from a link into a button, so the element that had the focus may be gone.
  useLayoutEffect(() => {
    if (lastFocused.current?.isConnected === false && document.activeElement === document.body) focus(focused)
  })

  // Closing the dialog clears the selection.
  const isChosenFor = props.chosen !== undefined
  useEffect(() => (isChosenFor ? clear : undefined), [isChosenFor, clear])

  function handleKeyDown(event: KeyboardEvent) {
    const date = dateAt(event.target)
    if (date === undefined || event.altKey) return
    if (event.key === 'Escape') clear()
    if ((event.key === 'Enter' || event.key === ' ') && selection.span) {
      event.preventDefault()
      onChosen(selection.span)
      return
    }
    const target = dayByKey(date, event)
    if (target === undefined) return
    event.preventDefault()
    if (!isCalendarMonth(target.slice(0, 7))) return
    if (event.shiftKey) selection.extend(date, target)
    else clear()
    if (isShown(target)) focus(target)
    else {
      expected.current = target
      onLeave(target)
    }
  }

  function handleClick(event: MouseEvent) {
    const date = dateAt(event.target)
    const day = days.find(each => each.date === date)
    if (!day) return
    if (event.shiftKey) {
      event.preventDefault()
      selection.extend(current ?? day.date, day.date)
    } else if (!hrefOf(day, isOpen)) onDay(day)
  }

  return (
    <div className="month">
      <table
        role="grid"
        aria-multiselectable="true"
        ref={node => {
          element.current = node
          return selection.table(node)
        }}
        className="month-grid"
        aria-busy={isBusy}
        {...selection.handlers}
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        onFocus={({ target }) => {
          lastFocused.current = target
          setFocused(dateAt(target) ?? '')
        }}
      >
        <caption className="visually-hidden">{formatMonth(month)}</caption>
        <Weekdays week={weeks[1]} />
        <tbody role="rowgroup">
          {weeks.map(week => (
            <tr key={firstOf(week)} role="row">
              <WeekHead week={week} />
              {week.map((day, index) =>
                day ? (
                  <td
                    key={day.date}
                    role="gridcell"
                    className={`day-${shownState(day)}`}
                    aria-selected={isWithin(day.date, chosen)}
                  >
                    <DayCell
                      day={day}
                      kind={day.absence_id === null ? undefined : kindOf(day.absence_id)}
                      label={formatLongDay(day.date)}
                      href={hrefOf(day, isOpen)}
                      isToday={day.date === today}
                      isCurrent={day.date === current}
                    />
                  </td>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its weekday
                  <td key={index} role="gridcell" className="day-blank" />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <SelectionLine span={selection.span} onChosen={onChosen} onClear={clear} />
    </div>
  )
}

/** The names of the weekdays, taken from any complete week. */
function Weekdays({ week = [] }: { week?: Week<{ date: string }> }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" className="week-head">
          Week
        </th>
        {week.map(
          day =>
            day && (
              <th
                key={day.date}
                role="columnheader"
                scope="col"
                abbr={formatWeekday(day.date, 'long')}
                aria-label={formatWeekday(day.date, 'long')}
              >
                {formatWeekday(day.date, 'short')}
              </th>
            ),
        )}
      </tr>
    </thead>
  )
}

/** The dates of a week, and the hours of its reports. */
function WeekHead({ week }: { week: Week<CalendarDay> }) {
  const days = week.filter(day => day !== null)
  const minutes = addMinutes(days.map(({ hours }) => minutesOf(hours ?? 0)))
  return (
    <th role="rowheader" scope="row" className="week-head">
      <span>{formatSpan(firstOf(week), days.at(-1)?.date ?? firstOf(week))}</span>{' '}
      <span className="week-hours tabular">{minutes > 0 && formatHours(minutes)}</span>
    </th>
  )
}

const firstOf = (week: Week<{ date: string }>) => week.find(day => day !== null)?.date ?? ''

type DayCellProps = {
  day: CalendarDay
  kind: AbsenceKind | undefined
  /** The date in words. */
  label: string
  href: string | undefined
  isToday: boolean
  isCurrent: boolean
}

function DayCell({ day, kind, label, href, isToday, isCurrent }: DayCellProps) {
  const minutes = day.hours === null ? null : minutesOf(day.hours)
  const common = {
    className: 'day',
    'data-date': day.date,
    'aria-current': isToday ? ('date' as const) : undefined,
    tabIndex: isCurrent ? 0 : -1,
    draggable: false,
  }
  const content = (
    <>
      <span className="visually-hidden">{`${label}: ${describeDay(day, kind)}`}</span>
      <span className="day-number" aria-hidden="true">
        {Number(day.date.slice(8))}
      </span>
      <DayMark state={shownState(day)} />
      <span className="day-word" aria-hidden="true">
        {wordOf(day, kind)}
      </span>
      {minutes !== null && (
        <span className="day-hours tabular" aria-hidden="true">
          {formatHours(minutes)}
        </span>
      )}
    </>
  )
  return href ? (
    <Link {...common} to={href}>
      {content}
    </Link>
  ) : (
    <button {...common} type="button">
      {content}
    </button>
  )
}

/** The day's report, or the form if it can be written. Undefined with time off, which has to be changed first. */
function hrefOf(
  { date, state, report_id, absence_id }: CalendarDay,
  isOpen: (date: string) => boolean,
): string | undefined {
  if (report_id !== null) return paths.report(report_id)
  if (absence_id === null && (state === 'due' || isOpen(date))) return paths.newReport(date)
}

const isWithin = (date: string, span: Span | undefined) =>
  span !== undefined && date >= span.startDate && date <= span.endDate

type SelectionLineProps = { span: Span | undefined; onChosen: (span: Span) => void; onClear: () => void }

/** Explains how to choose days, or offers to add time off on the chosen ones. */
function SelectionLine({ span, onChosen, onClear }: SelectionLineProps) {
  const id = useId()
  return (
    <div className="selection-line">
      {span ? (
        <>
          <p id={id} role="status">
            <strong>{messages.calendar.chosen(countDays(span.startDate, span.endDate))}</strong>{' '}
            <span className="text-body-secondary">{formatSpan(span.startDate, span.endDate)}</span>
          </p>
          <button
            type="button"
            className="btn btn-secondary btn-sm"
            aria-describedby={id}
            onClick={() => onChosen(span)}
          >
            Add time off
          </button>
          <button type="button" className="btn btn-ghost btn-sm" onClick={onClear}>
            Clear
          </button>
        </>
      ) : (
        <p className="text-body-secondary">
          <span className="with-mouse">{messages.calendar.howToChoose}</span>
          <span className="with-touch">{messages.calendar.howToChooseByTouch}</span>
        </p>
      )}
    </div>
  )
}

/** Stands in for the month while it loads, with the days in their places. Free and future days are lower than others. */
export function MonthGridSkeleton({ days, today }: { days: readonly string[]; today: string }) {
  const classOf = (date: string) =>
    isoWeekday(date) > 5 ? 'day-free' : date > today ? 'day-future' : undefined
  const weeks = weeksOf(days.map(date => ({ date })))
  return (
    <div className="month">
      <table className="month-grid">
        <Weekdays week={weeks[1]} />
        <tbody>
          {weeks.map((week, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change their order
            <tr key={index}>
              <th className="week-head">
                <Skeleton width="5rem" />
              </th>
              {week.map((day, weekday) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders never change their order
                <td key={weekday} className={day ? classOf(day.date) : 'day-blank'}>
                  {day && (
                    <span className="day">
                      <span className="day-number">{Number(day.date.slice(8))}</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="selection-line" />
    </div>
  )
}
