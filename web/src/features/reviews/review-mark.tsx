import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import type { Review } from '#shared/contract/reviews.ts'
import { Icon } from '../../components/icon.tsx'
import { reviewText } from '../../domain/review-note.tsx'
import { reviewWords } from '../../domain/review-words.ts'
import { formatLongInstant } from '../../lib/format.ts'
import './reviews.scss'

const icons = { unreviewed: circle, reviewed: check, needs_changes: pencil }

/** How a report stands with its reviewers: a shape, a word and a colour. */
export function ReviewMark({ review }: { review: Review }) {
  const { state, reviewed_at } = review
  return (
    <span
      className={`review-mark review-${state}`}
      title={reviewed_at === null ? undefined : formatLongInstant(reviewed_at)}
    >
      <Icon svg={icons[state]} />
      {reviewText(review) ?? reviewWords[state]}
    </span>
  )
}
