import chat from 'bootstrap-icons/icons/chat-left-text.svg?raw'
import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import warning from 'bootstrap-icons/icons/exclamation-triangle-fill.svg?raw'
import link from 'bootstrap-icons/icons/link-45deg.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasBlockers } from '#shared/contract/blockers.ts'
import type { ListedReport, TaskDetail } from '#shared/contract/reports.ts'
import type { Review, ReviewState } from '#shared/contract/reviews.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { lineKey } from '#shared/plan-lines.ts'
import { Icon } from '../components/icon.tsx'
import { formatLongInstant } from '../lib/dates.ts'

type MarkedTextProps = {
  report: Pick<ListedReport, 'blockers' | 'comment_count'>
  children: ReactNode
  /** The mark of the review, which comes before the other marks. */
  review?: ReactNode
}

/** The beginning of a report in a list, with marks for its review, blockers and comments. */
export function MarkedText({
  report: { blockers, comment_count: count },
  children,
  review,
}: MarkedTextProps) {
  const isBlocked = hasBlockers(blockers)
  return (
    <span className="marked-text">
      <span className="marked-words">{children}</span>
      <span className="report-marks">
        {review}
        {isBlocked && (
          <span className="mark-blockers" title="Has blockers">
            <Icon svg={warning} />
            <span className="visually-hidden">Has blockers</span>
          </span>
        )}
        {count > 0 && (
          <span className="mark-comments tabular" title={count === 1 ? '1 comment' : `${count} comments`}>
            <Icon svg={chat} />
            {count}
            <span className="visually-hidden">{count === 1 ? ' comment' : ' comments'}</span>
          </span>
        )}
      </span>
    </span>
  )
}

/** Tells authors that their report was reviewed. Empty before the review, and if the reviewer is unknown. */
export function ReviewNote({ review }: { review: Review }) {
  const text = reviewText(review)
  if (!text) return null
  const { state, reviewed_at } = review
  return (
    <span
      className={`review-note review-note-${state}`}
      title={`${text}${reviewed_at ? `, ${formatLongInstant(reviewed_at)}` : ''}`}
    >
      <Icon svg={state === 'reviewed' ? check : pencil} />
      <span className="review-note-words">{text}</span>
    </span>
  )
}

/**
 * Takes the place of the review until there is one. The style sheet adds the words, so that screen readers don't read
 * them in every row and the cell's text is only that of the report.
 */
export const AwaitedReview = () => (
  <span className="review-note review-awaited" data-words={messages.reviews.awaited} aria-hidden="true">
    <Icon svg={circle} />
  </span>
)

/** "Reviewed by Max" or "Max asked for changes". Reports reviewed before the upgrade have no reviewer's name. */
export function reviewText({ state, reviewer_name }: Review): string | undefined {
  if (state === 'unreviewed' || reviewer_name === null) return undefined
  return state === 'reviewed'
    ? messages.reviews.reviewedBy(reviewer_name)
    : messages.reviews.askedBy(reviewer_name)
}

/** Short labels for lists and filters. */
export const reviewLabels: Record<ReviewState, string> = {
  unreviewed: 'To review',
  needs_changes: 'Needs changes',
  reviewed: 'Reviewed',
}

/** Whether a summary only repeats the rows, as one does that was filled from their descriptions. */
export function repeatsRows(summary: string, rows: readonly TaskDetail[]): boolean {
  const known = new Set(rows.flatMap(row => row.task_description.split('\n')).map(lineKey))
  return (
    rows.length > 0 && summary.split('\n').every(line => lineKey(line) === '' || known.has(lineKey(line)))
  )
}

type RowTaskProps = {
  /** Null if the time was for no task. */
  title: string | null
  description: string
  /** The task's page; absent if the user may not open it. */
  to: string | undefined
}

/** The task of a report row, shown below its description. A title equal to the description is not repeated. */
export function RowTask({ title, description, to }: RowTaskProps) {
  const isRepeated = title?.trim() === description.trim()
  if (title === null || (isRepeated && to === undefined)) return null
  return (
    <div className={`row-task ${isRepeated ? 'only-screen' : ''}`}>
      <Icon svg={link} />
      {isRepeated ? null : <span className="visually-hidden">Task: </span>}
      {to === undefined ? <span>{title}</span> : <Link to={to}>{isRepeated ? 'Open task' : title}</Link>}
    </div>
  )
}

/** How long a blocker has been open. Older blockers stand out more. */
export function BlockerAge({ days }: { days: number }) {
  return <span className={`badge ${looksAt(days)}`}>{messages.blockers.age(days)}</span>
}

function looksAt(days: number): string {
  if (days < limits.oldBlockerDays) return 'text-bg-secondary'
  return days < 2 * limits.oldBlockerDays ? 'text-bg-warning' : 'text-bg-danger'
}
