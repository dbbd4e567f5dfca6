import { type ReactNode, useMemo, useRef, useState } from 'react'
import './selection.scss'

type Row = { id: number }

/**
 * The rows selected with their check boxes, across the pages of a list. Another `listKey` starts with an empty selection.
 * The result changes only with the selection, so that memoized tables can get it.
 */
export function useSelection<Selected extends Row>(listKey: string) {
  const [state, setState] = useState<{ listKey: string; chosen: ReadonlyMap<number, Selected> }>({
    listKey,
    chosen: new Map(),
  })
  const chosen: ReadonlyMap<number, Selected> = state.listKey === listKey ? state.chosen : none
  /** The row that was toggled last, where a range starts. */
  const last = useRef<number | undefined>(undefined)

  return useMemo(() => {
    const change = (edit: (next: Map<number, Selected>) => void) => {
      const next = new Map(chosen)
      edit(next)
      setState({ listKey, chosen: next })
    }

    /** `isRange`: all rows from the one toggled last to this one get the same state. */
    function toggle(row: Selected, rows: readonly Selected[], isRange: boolean) {
      const isChosen = !chosen.has(row.id)
      const from = isRange ? rows.findIndex(({ id }) => id === last.current) : -1
      const to = rows.findIndex(({ id }) => id === row.id)
      last.current = row.id
      const range = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      change(next => {
        for (const each of range) isChosen ? next.set(each.id, each) : next.delete(each.id)
      })
    }

    return {
      chosen,
      has: (id: number) => chosen.has(id),
      toggle,
      addAll: (rows: readonly Selected[]) =>
        change(next => {
          for (const row of rows) next.set(row.id, row)
        }),
      clear: () => setState({ listKey, chosen: new Map() }),
    }
  }, [listKey, chosen])
}

const none: ReadonlyMap<number, never> = new Map<number, never>()

export type Selection<Selected extends Row> = ReturnType<typeof useSelection<Selected>>

type RowCheckProps<Selected extends Row> = {
  row: Selected
  /** The rows that can be selected, in their order. */
  rows: readonly Selected[]
  selection: Selection<Selected>
  label: string
}

/** The check box in the first cell of a row. With Shift it selects all rows from the one pressed before. */
export function RowCheck<Selected extends Row>({ row, rows, selection, label }: RowCheckProps<Selected>) {
  // An empty box keeps the first cells aligned.
  if (!rows.includes(row)) return <span className="row-check" />
  return (
    <label className="row-check">
      <input
        type="checkbox"
        className="check"
        aria-label={label}
        checked={selection.has(row.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, rows, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  )
}

type SelectionBarProps<Selected extends Row> = {
  /** The accessible name of the bar. */
  label: string
  selection: Selection<Selected>
  /** The rows that "Select all" adds. */
  rows: readonly Selected[]
  allLabel: string
  /** The action for the selected rows. */
  children: ReactNode
}

/** The actions for the selected rows. The bar covers the page, so that nothing moves when it appears. */
export function SelectionBar<Selected extends Row>(props: SelectionBarProps<Selected>) {
  const { label, selection, rows, allLabel, children } = props
  const { chosen, has, addAll, clear } = selection
  if (chosen.size === 0) return null
  const hasMore = rows.some(({ id }) => !has(id))
  return (
    <section className="selection-bar" aria-label={label}>
      <span className="selection-count tabular" role="status">
        {chosen.size.toLocaleString()} selected
      </span>
      {hasMore && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => addAll(rows)}>
          {allLabel}
        </button>
      )}
      <button type="button" className="btn btn-ghost btn-sm selection-clear" onClick={clear}>
        Clear
      </button>
      {children}
    </section>
  )
}
