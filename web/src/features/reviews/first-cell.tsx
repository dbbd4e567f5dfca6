import type { ListedReport } from '#shared/contract/reports.ts'
import { Day } from '../../components/day.tsx'
import { reviewWords } from '../../domain/review-words.ts'
import { formatLongDay } from '../../lib/format.ts'
import type { Selection } from './use-selection.ts'
import './reviews.scss'

/** What makes the rows of a list choosable. */
export type Choosing = {
  selection: Selection
  /** Those of the page that can be chosen, in their order. */
  rows: readonly ListedReport[]
}

/** The date; before it the check box, after it what is still to be done by reviewers. */
export function FirstCell({ report, choosing }: { report: ListedReport; choosing?: Choosing }) {
  const { state } = report.review
  return (
    <span className="first-cell">
      {choosing && <RowCheck report={report} choosing={choosing} />}
      <span className="first-cell-words">
        <Day date={report.date} />
        {state !== 'reviewed' && (
          <span className={`row-review row-review-${state}`}>{reviewWords[state]}</span>
        )}
      </span>
    </span>
  )
}

function RowCheck({ report, choosing: { selection, rows } }: { report: ListedReport; choosing: Choosing }) {
  // Its room is kept, so that the dates stand below each other.
  if (!rows.includes(report)) return <span className="row-check" />
  return (
    <label className="row-check">
      <input
        type="checkbox"
        className="check"
        aria-label={`Select report by ${report.user_name}, ${formatLongDay(report.date)}`}
        checked={selection.has(report.id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(report, rows, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  )
}
