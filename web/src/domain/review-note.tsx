import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import type { Review } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { Icon } from '../components/icon.tsx'
import { formatLongInstant } from '../lib/format.ts'

/** What a reviewer said of a report, for its author; nothing before, nor where no reviewer is known. */
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

/** "Reviewed by Max" or "Max asked for changes". Reports reviewed before the upgrade have no reviewer's name. */
export function reviewText({ state, reviewer_name }: Review): string | undefined {
  if (state === 'unreviewed' || reviewer_name === null) return undefined
  return state === 'reviewed'
    ? messages.reviews.reviewedBy(reviewer_name)
    : messages.reviews.askedBy(reviewer_name)
}
