import { formatHours, minutesOf } from '#shared/hours.ts'
import { useAutoGrow } from '../../../lib/lists.ts'
import { ChangedHours, ChangedText, ChangedValue } from './changed-values.tsx'

import type { RowChange } from './match-rows.ts'

/** The rows that were added, removed, changed or moved, each with that word. */
export function ChangedRows({ changes }: { changes: readonly RowChange[] }) {
  const changed = changes.filter(isRowChanged)
  const shown = useAutoGrow(changed, 10)
  const unchanged = changes.length - changed.length
  return (
    <>
      <ol className="changed-rows">
        {shown.map(change => (
          <li key={`${change.from}-${change.to}`} className={`changed-row changed-row-${change.kind}`}>
            <ChangedRow change={change} />
          </li>
        ))}
      </ol>
      {unchanged > 0 && (
        <p className="changes-quiet">
          {unchanged === 1 ? '1 other task is unchanged.' : `${unchanged} other tasks are unchanged.`}
        </p>
      )}
    </>
  )
}

export const isRowChanged = ({ kind, isMoved }: RowChange) => kind !== 'same' || isMoved

function ChangedRow({ change }: { change: RowChange }) {
  const { before, after } = change
  const row = after ?? before
  if (!row) return null
  return (
    <>
      <div className="changed-row-head">
        <span className="changed-row-word">{changeLabel(change)}</span>
        <span className="changed-row-project">
          {before && after ? (
            <ChangedValue before={before.project_name} after={after.project_name} />
          ) : (
            row.project_name
          )}
        </span>
        <span className="changed-row-hours">
          {before && after ? (
            <ChangedHours before={before.hours} after={after.hours} />
          ) : (
            formatHours(minutesOf(row.hours))
          )}
        </span>
      </div>
      <ChangedText before={before?.task_description ?? ''} after={after?.task_description ?? ''} isRow />
    </>
  )
}

function changeLabel({ kind, isMoved, from, to }: RowChange): string {
  if (kind === 'added') return 'Added'
  if (kind === 'removed') return 'Removed'
  const moved = `from ${from} to ${to}`
  if (kind === 'same') return `Moved ${moved}`
  return isMoved ? `Changed and moved ${moved}` : 'Changed'
}
