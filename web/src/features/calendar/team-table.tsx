import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'
import type { TeamCalendar } from '#shared/contract/calendar.ts'
import { isoWeekday } from '#shared/dates.ts'
import { hoursText, minutesOf } from '#shared/hours.ts'
import { paths } from '../../app/paths.ts'
import { formatMonth, formatWeekday, longDayFormatter } from '../../lib/format.ts'
import { describeDay, shownState } from './day-words.ts'
import './team-calendar.scss'

type Row = TeamCalendar['data'][number]
type Day = Row['days'][number]
/** A cell, counted from 0. */
export type Place = { row: number; column: number }

type TeamTableProps = {
  calendar: TeamCalendar
  isBusy: boolean
  /** A day without a report. */
  onDay: (user: Row['user'], day: Day) => void
  /** Another month, by the keyboard. */
  onMonth: (count: -1 | 1, from: Place) => void
  /** The cell of the month before from which the keyboard led here. */
  cameFrom: RefObject<Place | null>
}

/**
 * People by days. Up to 1,550 cells are drawn in one go, so a cell is one element with one link or button in it; the
 * table listens for all of them, and CSS marks the row and the column.
 */
export function TeamTable({ calendar, isBusy, onDay, onMonth, cameFrom }: TeamTableProps) {
  const { month, today, holidays, data } = calendar
  const navigate = useNavigate()
  /** The one cell that Tab leads to. */
  const reachable = useRef<HTMLElement>(null)
  const dates = useMemo(() => data[0]?.days.map(({ date }) => date) ?? [], [data])
  const labels = useMemo(() => {
    const format = longDayFormatter()
    return dates.map(format)
  }, [dates])
  const holidayNames = useMemo(() => new Map(holidays.map(({ date, name }) => [date, name])), [holidays])
  const columns = useMemo(() => dates.map(date => classOfColumn(date, today)), [dates, today])
  const start = Math.max(dates.indexOf(today), 0)

  const scroll = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = scroll
    if (!current) return
    // Where a month does not fit, it begins with today in the middle.
    const head = current.querySelector<HTMLElement>('thead .team-today')
    if (head) current.scrollLeft = head.offsetLeft - current.clientWidth / 2
    // The month before was another table, and the focus went with it.
    const place = cameFrom.current
    cameFrom.current = null
    if (place && document.activeElement === document.body) focusNear(current, place)
  }, [cameFrom])

  function handleClick(event: MouseEvent<HTMLElement>) {
    const cell = cellAt(event.target)
    if (!cell) return
    const link = cell.querySelector('a')
    const { user, days } = data[rowOf(cell)] ?? {}
    const day = days?.[columnOf(cell)]
    if (link) {
      // Another window, or another tab, is the browser's business.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      void navigate(link.pathname)
    } else if (user && day && cell.querySelector('button')) onDay(user, day)
  }

  /** A tooltip is made when it is wanted: 1,550 of them would have to be drawn with the rest. */
  function handlePointerOver({ target }: PointerEvent<HTMLElement>) {
    const control = cellAt(target)?.querySelector<HTMLElement>('a, button')
    if (control && !control.title) control.title = control.ariaLabel ?? ''
  }

  function handleFocus({ target }: FocusEvent<HTMLElement>) {
    const first = target.closest('table')?.querySelector<HTMLElement>('tbody [tabindex="0"]')
    const before = reachable.current?.isConnected ? reachable.current : first
    if (before) before.tabIndex = -1
    target.tabIndex = 0
    reachable.current = target
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const cell = cellAt(event.target)
    if (!cell || event.altKey || event.shiftKey) return
    if (event.key === 'PageUp' || event.key === 'PageDown') {
      event.preventDefault()
      onMonth(event.key === 'PageUp' ? -1 : 1, { row: rowOf(cell), column: columnOf(cell) })
      return
    }
    const next = cellByKey(cell, event)
    if (next === undefined) return
    event.preventDefault()
    if (next) targetOf(next)?.focus()
  }

  return (
    <div ref={scroll} className="team-scroll">
      <div className="team-clip">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move between the cells
          role="grid"
          className="team-table tabular"
          aria-busy={isBusy}
          onClick={handleClick}
          onFocus={handleFocus}
          onPointerOver={handlePointerOver}
          onKeyDown={handleKeyDown}
        >
          <caption className="visually-hidden">{`Team in ${formatMonth(month)}`}</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              {dates.map((date, index) => (
                <th
                  key={date}
                  scope="col"
                  className={date === today ? 'team-today' : undefined}
                  aria-label={labels[index]}
                  aria-current={date === today ? 'date' : undefined}
                  title={holidayNames.get(date) ?? labels[index]}
                >
                  <span>{formatWeekday(date, 'short').slice(0, 2)}</span>
                  <span className="team-date">{Number(date.slice(8))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row, index) => (
              <TeamRow
                key={row.user.id}
                row={row}
                labels={labels}
                columns={columns}
                start={index === 0 ? start : undefined}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

type TeamRowProps = {
  row: Row
  /** The dates in words. */
  labels: readonly string[]
  /** What the days have in common, as class names. */
  columns: readonly string[]
  /** The column that Tab leads to first. */
  start: number | undefined
}

const TeamRow = memo(function TeamRow({ row: { user, days }, labels, columns, start }: TeamRowProps) {
  return (
    <tr>
      <th scope="row" title={user.name}>
        {user.name}
      </th>
      {days.map((day, index) => {
        const common = {
          tabIndex: index === start ? 0 : -1,
          'aria-label': `${user.name}, ${labels[index]}: ${describeDay(day)}`,
        }
        return (
          <td key={day.date} className={`team-${shownState(day)}${columns[index]}`}>
            {day.report_id !== null ? (
              // Drawn by CSS: its name says the hours in words.
              <a
                {...common}
                href={paths.reviewReport(day.report_id)}
                data-hours={hoursText(minutesOf(day.hours ?? 0))}
              />
            ) : (
              <button {...common} type="button" />
            )}
          </td>
        )
      })}
    </tr>
  )
})

const classOfColumn = (date: string, today: string) =>
  `${date === today ? ' team-today' : ''}${isoWeekday(date) === 1 ? ' team-monday' : ''}`

const cellAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest('td') ?? undefined) : undefined

const rowOf = (cell: HTMLTableCellElement) => (cell.parentElement as HTMLTableRowElement).sectionRowIndex
// The name stands before the days.
const columnOf = (cell: HTMLTableCellElement) => cell.cellIndex - 1

const targetOf = (cell: Element) => cell.querySelector<HTMLElement>('a, button')

/** The same cell, or the last where this month has fewer people or days. */
function focusNear(table: Element, { row, column }: Place) {
  const rows = [...table.querySelectorAll('tbody tr')]
  const cells = [...((rows[row] ?? rows.at(-1))?.querySelectorAll('td') ?? [])]
  const cell = cells[column] ?? cells.at(-1)
  if (cell) targetOf(cell)?.focus()
}

/** The cell that a key leads to; null at an edge, undefined for other keys. */
function cellByKey(
  cell: HTMLTableCellElement,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
): Element | null | undefined {
  const rows = cell.parentElement?.parentElement?.children
  const [row, column] = [rowOf(cell), columnOf(cell)]
  // Before the days stands the name, which is no cell to stop at.
  const at = (index: number, day: number) =>
    day < 0 ? null : (rows?.item(index)?.children.item(day + 1) ?? null)
  const isFar = ctrlKey || metaKey
  const last = (cell.parentElement?.children.length ?? 0) - 2
  switch (key) {
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'ArrowUp':
      return row === 0 ? null : at(row - 1, column)
    case 'ArrowDown':
      return at(row + 1, column)
    case 'Home':
      return at(isFar ? 0 : row, 0)
    case 'End':
      return at(isFar ? (rows?.length ?? 1) - 1 : row, last)
  }
}
