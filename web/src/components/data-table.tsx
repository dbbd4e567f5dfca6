// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells are laid out as cards, and some browsers then no longer treat them as a table

import chevronDown from 'bootstrap-icons/icons/chevron-down.svg?raw'
import chevronRight from 'bootstrap-icons/icons/chevron-right.svg?raw'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { limits } from '#shared/limits.ts'
import { useAutoGrow } from '../lib/lists.ts'
import { useIsNarrow } from '../lib/viewport.ts'
import { Icon } from './icon.tsx'
import { Placeholder, Skeleton } from './placeholders.tsx'

/** The position of a cell when the row is a card: lead, title and aside in the first line, text below, action beside. */
type CardPlace = 'lead' | 'title' | 'aside' | 'text' | 'action'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  place: CardPlace
  /** Numbers are aligned at the end, so that their digits line up. */
  align?: 'end'
  /** Whether the column takes the remaining width. */
  grows?: boolean
  /** If true, phones show the cell only in an opened row (see `moreOf`). */
  isMore?: boolean
  /** Its skeleton while the rows are loading; the default width is that of a line of text. */
  skeleton?: { width?: string; height?: string; linesOnCards?: number }
}

type DataTableProps<Row> = {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  /** Names the button that opens a row on phones; absent if rows have nothing to open. */
  moreOf?: (row: Row) => string
  /** Cells of a last row, one per column. */
  total?: readonly ReactNode[]
  /** A click anywhere in a row follows its link. */
  rowsOpen?: boolean
  /** The user hovers or focuses a row: its page can be prefetched. */
  onIntent?: (row: Row) => void
  /** True while the rows are about to be replaced. */
  isBusy?: boolean
}

/** A table that becomes a list of cards on phones. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, moreOf, total, rowsOpen = false, onIntent, isBusy = false } = props
  const [opened, setOpened] = useState<ReadonlySet<number | string>>(new Set())
  const isNarrow = useIsNarrow()
  const classOf = ({ place, align, grows }: Column<Row>) =>
    `place-${place} ${align === 'end' ? 'cell-end' : ''} ${grows ? 'cell-grows' : ''}`
  const shown = useAutoGrow(rows)

  return (
    <table
      role="table"
      className={`data-table ${rowsOpen ? 'rows-open' : ''}`}
      aria-label={label}
      aria-busy={isBusy}
    >
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(column => (
            <th key={column.header} role="columnheader" scope="col" className={classOf(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map(row => {
          const key = rowKey(row)
          const isOpen = opened.has(key)
          return (
            <tr
              key={key}
              role="row"
              className={isOpen ? 'row-opened' : undefined}
              onClick={rowsOpen ? followLink : undefined}
              onPointerEnter={onIntent && (() => onIntent(row))}
              onFocus={onIntent && (() => onIntent(row))}
            >
              {columns.map(column => (
                <td
                  key={column.header}
                  role="cell"
                  className={classOf(column)}
                  hidden={isNarrow && column.isMore && !isOpen}
                >
                  {column.cell(row)}
                  {isNarrow && moreOf && column.place === 'title' && (
                    <RowMore
                      label={moreOf(row)}
                      isOpen={isOpen}
                      onToggle={() => setOpened(now => toggled(now, key))}
                    />
                  )}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
      {total && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map((column, index) => (
              <td key={column.header} role="cell" className={classOf(column)}>
                {total[index]}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

function toggled<Key>(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

function followLink(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget } = event
  const isOnControl = target instanceof Element && target.closest('a, button, label') !== null
  // Selecting text to copy it ends with a click too.
  const isSelecting = window.getSelection()?.isCollapsed === false
  if (!isOnControl && !isSelecting) currentTarget.querySelector('a')?.click()
}

type TableSkeletonProps<Row> = {
  columns: readonly Column<Row>[]
  /** The class of the card around the table. */
  className?: string
  rows?: number
  /** Empty if another text already says what is loading. */
  label?: string
}

// The lines have different widths, so that they look like text.
const widths = ['92%', '64%', '78%', '85%', '58%', '71%', '95%', '66%', '80%', '74%']

/** The same table while its rows are loading, with a skeleton in each cell. */
export function TableSkeleton<Row>(props: TableSkeletonProps<Row>) {
  const { columns, className = '', rows = limits.pageSize, label } = props
  const shapes = columns.map(({ skeleton = {}, ...column }) => ({
    ...column,
    cell(row: number) {
      const { linesOnCards = 1, width = widths[row % widths.length], height } = skeleton
      return (
        <>
          {linesOnCards > 1 && (
            <span className="on-cards">
              {Array.from({ length: linesOnCards - 1 }, (_, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes that never change their order
                <Skeleton key={line} />
              ))}
            </span>
          )}
          <Skeleton width={width} height={height} />
        </>
      )
    },
  }))
  return (
    <Placeholder label={label}>
      <div className={`card ${className}`}>
        <DataTable label="" columns={shapes} rows={[...Array(rows).keys()]} rowKey={row => row} />
      </div>
    </Placeholder>
  )
}

type RowLinkProps = {
  to: string /** The accessible name, with which item it opens. */
  label: string
  children?: string
}

/** The link from a row to its page: a word in the table, a chevron at the edge of a card. */
export function RowLink({ to, label, children = 'View' }: RowLinkProps) {
  return (
    <Link to={to} className="row-link" aria-label={label}>
      <span className="row-link-word">{children}</span>
      <Icon svg={chevronRight} className="row-link-sign" />
    </Link>
  )
}

type RowMoreProps = { label: string; isOpen: boolean; onToggle: () => void }

/** On phones: opens and closes the rest of a list item, of which only the first line is shown. */
export function RowMore({ label, isOpen, onToggle }: RowMoreProps) {
  return (
    <button type="button" className="row-more" aria-expanded={isOpen} aria-label={label} onClick={onToggle}>
      <Icon svg={chevronDown} className="chevron" />
    </button>
  )
}
