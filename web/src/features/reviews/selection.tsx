import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import { useRef, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import type { Reviewable } from './api.ts'
import './reviews.scss'

/** The reports selected with their check boxes, across the pages of a list. Another `listKey` starts with an empty selection. */
export function useSelection(listKey: string) {
  const [state, setState] = useState<{ listKey: string; chosen: ReadonlyMap<number, Reviewable> }>({
    listKey,
    chosen: new Map(),
  })
  const chosen = state.listKey === listKey ? state.chosen : none
  /** The row that was toggled last, where a range starts. */
  const last = useRef<number | undefined>(undefined)

  const change = (edit: (next: Map<number, Reviewable>) => void) => {
    const next = new Map(chosen)
    edit(next)
    setState({ listKey, chosen: next })
  }

  /** `isRange`: all rows from the one toggled last to this one get the same state. */
  function toggle(report: Reviewable, rows: readonly Reviewable[], isRange: boolean) {
    const isChosen = !chosen.has(report.id)
    const from = isRange ? rows.findIndex(({ id }) => id === last.current) : -1
    const to = rows.findIndex(({ id }) => id === report.id)
    last.current = report.id
    const range = from < 0 ? [report] : rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    change(next => {
      for (const row of range) isChosen ? next.set(row.id, row) : next.delete(row.id)
    })
  }

  return {
    chosen,
    has: (id: number) => chosen.has(id),
    toggle,
    addAll: (rows: readonly Reviewable[]) =>
      change(next => {
        for (const row of rows) next.set(row.id, row)
      }),
    clear: () => setState({ listKey, chosen: none }),
  }
}

const none: ReadonlyMap<number, Reviewable> = new Map()

export type Selection = ReturnType<typeof useSelection>

type SelectionBarProps = {
  selection: Selection
  /** The reports of this page that can be selected. */
  rows: readonly Reviewable[]
  onReviewed: () => void
}

/** The actions for the selected reports. The bar lies over the page, so that nothing moves when it appears. */
export function SelectionBar({ selection, rows, onReviewed }: SelectionBarProps) {
  const { chosen, has, addAll, clear } = selection
  if (chosen.size === 0) return null
  const hasMore = rows.some(({ id }) => !has(id))
  return (
    <section className="selection-bar" aria-label="Selected reports">
      <span className="selection-count tabular" role="status">
        {chosen.size.toLocaleString()} selected
      </span>
      {hasMore && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => addAll(rows)}>
          Select all on this page
        </button>
      )}
      <button type="button" className="btn btn-ghost btn-sm selection-clear" onClick={clear}>
        Clear
      </button>
      <button type="button" className="btn btn-primary btn-sm icon-link" onClick={onReviewed}>
        <Icon svg={check} />
        Mark reviewed ({chosen.size.toLocaleString()})
      </button>
    </section>
  )
}
