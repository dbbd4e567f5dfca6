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
import { Placeholder, Skeleton } from '../../components/placeholders.tsx'
import { formatMonth, formatWeekday, longDayFormatter } from '../../lib/dates.ts'
import { describeDay, shownState } from './day-state.tsx'
import './team-calendar.scss'

type Row = TeamCalendar['data'][number]
type Day = Row['days'][number]
/** The position of a cell, counted from 0. */
export type Place = { row: number; column: number }

type TeamTableProps = {
  calendar: TeamCalendar
  isBusy: boolean
  /** Called for a day without a report. */
  onDay: (user: Row['user'], day: Day) => void
  /** Called when Page Up or Page Down moves to another month. */
  onMonth: (count: -1 | 1, from: Place) => void
  /** The cell that had the focus when Page Up or Page Down left the previous month. */
  cameFrom: RefObject<Place | null>
}

/**
 * A row for each person and a column for each day. Up to 1,550 cells are rendered at once, so each contains only one
 * link or button, the table handles their events, and CSS highlights the row and the column.
 */
export function TeamTable({ calendar, isBusy, onDay, onMonth, cameFrom }: TeamTableProps) {
  const { month, today, holidays, data } = calendar
  const navigate = useNavigate()
  /** The one link or button that Tab reaches (roving tabindex). */
  const reachable = useRef<HTMLElement>(null)
  const dates = useMemo(() => data[0]?.days.map(({ date }) => date) ?? [], [data])
  const labels = useMemo(() => {
    const format = longDayFormatter()
    return dates.map(format)
  }, [dates])
  const holidayNames = useMemo(() => new Map(holidays.map(({ date, name }) => [date, name])), [holidays])
  const columns = useMemo(() => dates.map(date => columnClass(date, today)), [dates, today])
  const start = Math.max(dates.indexOf(today), 0)

  const scroll = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = scroll
    if (!current) return
    // Where a month doesn't fit, today is scrolled to the middle.
    const head = current.querySelector<HTMLElement>('thead .team-today')
    if (head) current.scrollLeft = head.offsetLeft - current.clientWidth / 2
    // Every month is a new table, so the focus was lost with the previous one.
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
      // The browser itself opens new tabs and windows.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      void navigate(link.pathname)
    } else if (user && day && cell.querySelector('button')) onDay(user, day)
  }

  /** A tooltip is added when the pointer is over its cell, because 1,550 of them would slow down the first render. */
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
  /** The class names of the columns. */
  columns: readonly string[]
  /** The column that Tab reaches first; undefined in all rows but the first. */
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
              // CSS shows `data-hours`, and the label gives the hours in words.
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

const columnClass = (date: string, today: string) =>
  `${date === today ? ' team-today' : ''}${isoWeekday(date) === 1 ? ' team-monday' : ''}`

const cellAt = (target: EventTarget) =>
  target instanceof Element ? (target.closest('td') ?? undefined) : undefined

const rowOf = (cell: HTMLTableCellElement) => (cell.parentElement as HTMLTableRowElement).sectionRowIndex
// The first cell of a row is the name.
const columnOf = (cell: HTMLTableCellElement) => cell.cellIndex - 1

const targetOf = (cell: Element) => cell.querySelector<HTMLElement>('a, button')

/** Focuses the same cell, or the last one if this month has fewer people or days. */
function focusNear(table: Element, { row, column }: Place) {
  const rows = [...table.querySelectorAll('tbody tr')]
  const cells = [...((rows[row] ?? rows.at(-1))?.querySelectorAll('td') ?? [])]
  const cell = cells[column] ?? cells.at(-1)
  if (cell) targetOf(cell)?.focus()
}

/** The cell that a key moves to; null at an edge, undefined for other keys. */
function cellByKey(
  cell: HTMLTableCellElement,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
): Element | null | undefined {
  const rows = cell.parentElement?.parentElement?.children
  const [row, column] = [rowOf(cell), columnOf(cell)]
  // The first cell of a row is the name, which can't get the focus.
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

const nameWidths = ['70%', '55%', '80%', '62%', '74%', '58%', '66%', '78%', '60%', '72%', '64%', '68%']

/** Stands in for the table while it loads. */
export function TeamTableSkeleton({ days }: { days: readonly string[] }) {
  return (
    <Placeholder>
      <div className="team-scroll">
        <div className="team-clip">
          <table className="team-table">
            <thead>
              <tr>
                <th>
                  <Skeleton width="3rem" />
                </th>
                {days.map(date => (
                  <th key={date}>
                    <span>&nbsp;</span>
                    <span className="team-date">{Number(date.slice(8))}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {nameWidths.map(width => (
                <tr key={width}>
                  <th>
                    <Skeleton width={width} />
                  </th>
                  <td colSpan={days.length} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Placeholder>
  )
}
