import check from 'bootstrap-icons/icons/check-lg.svg?raw'
import { Icon } from '../../components/icon.tsx'
import type { Reviewable } from './api.ts'
import type { Selection } from './use-selection.ts'
import './reviews.scss'

type SelectionBarProps = {
  selection: Selection
  /** What can be chosen on this page. */
  rows: readonly Reviewable[]
  onReviewed: () => void
}

/** What can be done with the chosen reports; over the page, so that nothing moves when it comes and goes. */
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
