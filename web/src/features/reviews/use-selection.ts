import { useRef, useState } from 'react'
import type { Reviewable } from './api.ts'

/**
 * Reports chosen with their check boxes, across the pages of a list. `of` names the list: another one begins without a
 * choice.
 */
export function useSelection(of: string) {
  const [state, setState] = useState<{ of: string; chosen: ReadonlyMap<number, Reviewable> }>({
    of,
    chosen: new Map(),
  })
  const chosen = state.of === of ? state.chosen : none
  /** Where a range begins. */
  const last = useRef<number | undefined>(undefined)

  const change = (edit: (next: Map<number, Reviewable>) => void) => {
    const next = new Map(chosen)
    edit(next)
    setState({ of, chosen: next })
  }

  /** `isRange`: all from the row that was pressed last to this one get its state. */
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
    clear: () => setState({ of, chosen: none }),
  }
}

const none: ReadonlyMap<number, Reviewable> = new Map()

export type Selection = ReturnType<typeof useSelection>
