// biome-ignore-all lint/a11y/noRedundantRoles: rows and cells are laid out as cards, and some browsers then no longer treat them as a table

import { type MouseEvent, type ReactNode, useState } from 'react'
import { useAutoGrow } from '../lib/use-auto-grow.ts'
import { useIsNarrow } from '../lib/use-is-narrow.ts'
import { RowMore } from './row-more.tsx'

/** Where a cell stands once the row is a card: lead, title and aside in the first line, text below, action beside. */
type CardPlace = 'lead' | 'title' | 'aside' | 'text' | 'action'

export type Column<Row> = {
  header: string
  cell: (row: Row) => ReactNode
  place: CardPlace
  /** Numbers stand at the end, so that their digits stand below each other. */
  align?: 'end'
  /** Takes the room that the others leave. */
  grows?: boolean
  /** On phones only seen in a row that was opened, see `moreOf`. */
  isMore?: boolean
  /** Its skeleton while the rows are loading; without a width as long as a line of text. */
  skeleton?: { width?: string; height?: string; linesOnCards?: number }
}

type DataTableProps<Row> = {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  /** Names the button that opens a row on phones; absent: rows have nothing to open. */
  moreOf?: (row: Row) => string
  /** Cells of a last row, one per column. */
  total?: readonly ReactNode[]
  /** A click anywhere in a row follows its link. */
  rowsOpen?: boolean
  /** The user hovers or focuses a row: its page can be prefetched. */
  onIntent?: (row: Row) => void
  /** What is shown is about to be replaced. */
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
  // Marking text to copy it ends with a click too.
  const isMarking = window.getSelection()?.isCollapsed === false
  if (!isOnControl && !isMarking) currentTarget.querySelector('a')?.click()
}
