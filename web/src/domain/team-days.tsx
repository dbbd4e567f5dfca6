import {
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react'
import { useNavigate } from 'react-router'
import { isoWeekday } from '#shared/dates.ts'
import type { DayState } from '#shared/day-state.ts'
import { messages } from '#shared/messages.ts'
import { Placeholder, Skeleton } from '../components/placeholders.tsx'
import { formatLongDay, formatWeekday } from '../lib/dates.ts'
import './team-days.scss'

/** The position of a cell, counted from 0. */
export type Place = { row: number; column: number }

export type DayColumn = {
  key: string
  /** The date in words. */
  label: string
  /** The two lines of the heading. */
  head: readonly [string, string]
  /** A tooltip that says more than the date. */
  title?: string
  isToday?: boolean
  startsWeek?: boolean
}

export type DayView = {
  /** Decides the mark or the background of the cell; `worked` has neither. */
  state: DayState | 'worked'
  /** The cell in words: "Late, 7 hours 30 minutes". */
  words: string
  /** Shown in the cell, instead of or beside its mark. */
  text?: string
  note?: string
  /** Links to the report or reports of the day. */
  href?: string
}

export type DaysRow = { id: number; name: string; total: ReactNode; days: readonly DayView[] }

export type DayTotals = {
  label: string
  total: string
  /** One text per day, empty for a day without hours. */
  days: readonly string[]
}

type TeamDaysProps = {
  caption: string
  columns: readonly DayColumn[]
  rows: readonly DaysRow[]
  totals: DayTotals
  isBusy: boolean
  /** If present, every day without a link is a button. */
  onDay?: (place: Place) => void
  /** Called when Page Up or Page Down moves to the previous or next period. */
  onPeriod: (count: -1 | 1, from: Place) => void
  /** The cell that had the focus when Page Up or Page Down left the previous period. */
  cameFrom: RefObject<Place | null>
  /** With `wide`, words fit beside the marks. With `list`, for phones, a person's days are below the name. */
  layout?: 'wide' | 'list'
}

/**
 * A row for each person and a column for each day. Up to 1,550 cells are rendered at once, so each contains only one
 * link, button or mark, the table handles their events, and CSS highlights the row and the column.
 */
export function TeamDays(props: TeamDaysProps) {
  const { caption, columns, rows, totals, isBusy, onDay, onPeriod, cameFrom, layout } = props
  const navigate = useNavigate()
  /** The one cell that Tab reaches (roving tabindex). */
  const reachable = useRef<HTMLElement>(null)
  const start = Math.max(
    columns.findIndex(({ isToday }) => isToday),
    0,
  )

  const scroll = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = scroll
    if (!current) return
    // If a month doesn't fit, the table scrolls so that today, the days before it and the next day are visible.
    const head = current.querySelector<HTMLElement>('thead .team-today')
    if (head) current.scrollLeft = head.offsetLeft + 2 * head.offsetWidth - current.clientWidth
    // Every period is a new table, so the focus was lost with the previous table.
    const place = cameFrom.current
    cameFrom.current = null
    if (place && document.activeElement === document.body) focusNear(current, place)
  }, [cameFrom])

  function handleClick(event: MouseEvent<HTMLElement>) {
    const cell = cellAt(event.target)
    if (!cell) return
    const link = cell.querySelector('a')
    if (link) {
      // The browser itself opens new tabs and windows.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    } else onDay?.(placeOf(cell))
  }

  /** A tooltip is added when the pointer is over its cell, because 1,550 of them would slow down the first render. */
  function handlePointerOver({ target }: PointerEvent<HTMLElement>) {
    const control = cellAt(target)?.querySelector<HTMLElement>(controls)
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
      onPeriod(event.key === 'PageUp' ? -1 : 1, placeOf(cell))
      return
    }
    const next = cellByKey(cell, event)
    if (next === undefined) return
    event.preventDefault()
    if (next) targetOf(next)?.focus()
  }

  return (
    <div ref={scroll} className={`team-scroll ${layout ? `team-${layout}` : ''}`}>
      <div className="team-clip">
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move between the cells
          role="grid"
          className="team-days tabular"
          style={columnCount(columns)}
          aria-busy={isBusy}
          onClick={handleClick}
          onFocus={handleFocus}
          onPointerOver={handlePointerOver}
          onKeyDown={handleKeyDown}
        >
          <caption className="visually-hidden">{caption}</caption>
          <thead {...rolesIn(layout).group}>
            <tr {...rolesIn(layout).row}>
              <th scope="col" {...rolesIn(layout).columnHead}>
                Name
              </th>
              <th scope="col" className="team-sum" {...rolesIn(layout).columnHead}>
                Total
              </th>
              {columns.map(({ key, label, head, title = label, isToday }) => (
                <th
                  key={key}
                  scope="col"
                  className={isToday ? 'team-today' : undefined}
                  aria-label={label}
                  aria-current={isToday ? 'date' : undefined}
                  title={title}
                  {...rolesIn(layout).columnHead}
                >
                  <span>{head[0]}</span>
                  <span className="team-date">{head[1]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...rolesIn(layout).group}>
            {rows.map((row, index) => (
              <Row
                key={row.id}
                row={row}
                columns={columns}
                start={index === 0 ? start : undefined}
                areButtons={onDay !== undefined}
                layout={layout}
              />
            ))}
          </tbody>
          <TotalsRow totals={totals} columns={columns} layout={layout} />
        </table>
      </div>
    </div>
  )
}

/** Replaces the total of an invited user, because "0m" would look as if they had not worked. */
export function InvitedBadge() {
  return (
    <span className="badge text-bg-secondary" title={messages.calendar.notJoined}>
      Invited
    </span>
  )
}

/** Explains the badge below a table that has it. */
export function InvitedNote({ rows }: { rows: readonly { user: { invited: boolean } }[] }) {
  if (!rows.some(({ user }) => user.invited)) return null
  return (
    <p className="team-note">
      <span className="badge text-bg-secondary">Invited</span> {messages.calendar.invitedHint}
    </p>
  )
}

type TotalsRowProps = { totals: DayTotals; columns: readonly DayColumn[]; layout: TeamDaysProps['layout'] }

function TotalsRow({ totals: { label, total, days }, columns, layout }: TotalsRowProps) {
  const { group, row, rowHead, cell } = rolesIn(layout)
  return (
    <tfoot {...group}>
      <tr {...row}>
        <th scope="row" title={label} {...rowHead}>
          {label}
        </th>
        <td className="team-sum" {...cell}>
          <span>{total}</span>
        </td>
        {columns.map((column, index) => (
          <td key={column.key} className={classOf(column)} {...cell}>
            {days[index] && <span className="team-hours">{days[index]}</span>}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

type RowProps = {
  row: DaysRow
  columns: readonly DayColumn[]
  /** The column that Tab reaches first; undefined in all rows but the first. */
  start: number | undefined
  areButtons: boolean
  layout: TeamDaysProps['layout']
}

const Row = memo(function Row({ row, columns, start, areButtons, layout }: RowProps) {
  const { row: rowRole, rowHead, cell } = rolesIn(layout)
  return (
    <tr {...rowRole}>
      <th scope="row" title={row.name} {...rowHead}>
        {row.name}
      </th>
      <td className="team-sum" {...cell}>
        {row.total}
      </td>
      {columns.map((column, index) => {
        const day = row.days[index]
        if (!day) return <td key={column.key} {...cell} />
        const { state, words, text, note, href } = day
        const common = {
          tabIndex: index === start ? 0 : -1,
          'aria-label': `${row.name}, ${column.label}: ${words}`,
          // CSS shows `data-text` beside the mark, and screen readers read `words`.
          'data-text': text,
          'data-note': note,
        }
        return (
          <td key={column.key} className={`team-${state}${classOf(column)}`} {...cell}>
            {href !== undefined ? (
              <a {...common} href={href} />
            ) : areButtons ? (
              <button {...common} type="button" />
            ) : (
              // It can have the focus, because the arrow keys move between all cells.
              <span {...common} role="img" />
            )}
          </td>
        )
      })}
    </tr>
  )
})

const classOf = ({ isToday, startsWeek }: DayColumn) =>
  `${isToday ? ' team-today' : ''}${startsWeek ? ' team-monday' : ''}`

const columnCount = (columns: readonly unknown[]) => ({ '--team-days': columns.length }) as CSSProperties

/** Rows that are laid out as a list are no longer rows for some browsers, unless their roles are explicit. */
const listRoles = {
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHead: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'gridcell' },
}
const noRoles: Partial<typeof listRoles> = {}
const rolesIn = (layout: TeamDaysProps['layout']) => (layout === 'list' ? listRoles : noRoles)

/** The columns of these days, which must be in order. */
export function dayColumns(
  dates: readonly string[],
  today: string,
  holidays: ReadonlyMap<string, string>,
): DayColumn[] {
  return dates.map(date => ({
    key: date,
    label: formatLongDay(date),
    head: [formatWeekday(date, 'short').slice(0, 2), String(Number(date.slice(8)))],
    title: holidays.get(date),
    isToday: date === today,
    startsWeek: isoWeekday(date) === 1,
  }))
}

const controls = 'a, button, [role="img"]'

/** The cell of a day. Totals can't get the focus. */
function cellAt(target: EventTarget) {
  const cell = target instanceof Element ? target.closest('td') : null
  return cell && targetOf(cell) ? cell : undefined
}

/** The first cells of a row are the name and the total, which can't get the focus. */
const cellsBefore = 2

const placeOf = (cell: HTMLTableCellElement): Place => ({
  row: (cell.parentElement as HTMLTableRowElement).sectionRowIndex,
  column: cell.cellIndex - cellsBefore,
})

const targetOf = (cell: Element) => cell.querySelector<HTMLElement>(controls)

/** Focuses the same cell, or the last one if this period has fewer people or days. */
function focusNear(table: Element, { row, column }: Place) {
  const rows = [...table.querySelectorAll('tbody tr')]
  const days = [...((rows[row] ?? rows.at(-1))?.querySelectorAll<HTMLElement>(controls) ?? [])]
  const day = days[column] ?? days.at(-1)
  day?.focus()
}

/** The cell that a key moves to; null at an edge, undefined for other keys. */
function cellByKey(
  cell: HTMLTableCellElement,
  { key, ctrlKey, metaKey }: { key: string; ctrlKey: boolean; metaKey: boolean },
): Element | null | undefined {
  const rows = cell.parentElement?.parentElement?.children
  const { row, column } = placeOf(cell)
  const at = (index: number, day: number) =>
    day < 0 ? null : (rows?.item(index)?.children.item(day + cellsBefore) ?? null)
  const isFar = ctrlKey || metaKey
  const last = (cell.parentElement?.children.length ?? 0) - cellsBefore - 1
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

type SkeletonProps = { columns: readonly DayColumn[]; layout?: TeamDaysProps['layout'] }

/** Stands in for the table while it loads. */
export function TeamDaysSkeleton({ columns, layout }: SkeletonProps) {
  return (
    <Placeholder>
      <div className={`team-scroll ${layout ? `team-${layout}` : ''}`}>
        <div className="team-clip">
          <table className="team-days" style={columnCount(columns)}>
            <thead>
              <tr>
                <th>
                  <Skeleton width="3rem" />
                </th>
                <th className="team-sum" />
                {columns.map(({ key, head }) => (
                  <th key={key}>
                    <span>&nbsp;</span>
                    <span className="team-date">{head[1]}</span>
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
                  <td className="team-sum" />
                  <td colSpan={columns.length} />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Placeholder>
  )
}

/** With more rows than this, a printed row has only one line for its hours. */
const twoLineRows = 24

/** Prints the table that it contains on one landscape page. */
export function OneLandscapePage({ rows, children }: { rows: number; children: ReactNode }) {
  return (
    <div
      className={`team-page ${rows > twoLineRows ? 'team-page-full' : ''}`}
      style={{ '--team-rows': rows } as CSSProperties}
    >
      {children}
    </div>
  )
}
