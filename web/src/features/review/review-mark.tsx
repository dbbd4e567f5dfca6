import check from 'bootstrap-icons/icons/check-circle-fill.svg?raw'
import circle from 'bootstrap-icons/icons/circle.svg?raw'
import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import type { Review } from '#shared/contract/report-review.ts'
import { reviewMessages } from '#shared/messages/review.ts'
import { Icon } from '../../components/icon.tsx'
import { formatLongInstant } from '../../lib/format.ts'
import './review-mark.scss'

const icons = { unreviewed: circle, reviewed: check, needs_changes: pencil }

/** How a report stands with its reviewers: a shape, a word and a colour. */
export function ReviewMark({ review: { state, reviewer_name, reviewed_at } }: { review: Review }) {
  const words = {
    unreviewed: 'To review',
    reviewed: reviewer_name ? reviewMessages.reviewedBy(reviewer_name) : 'Reviewed',
    needs_changes: reviewer_name ? reviewMessages.askedBy(reviewer_name) : 'Changes asked for',
  }
  return (
    <span
      className={`review-mark review-${state}`}
      title={reviewed_at === null ? undefined : formatLongInstant(reviewed_at)}
    >
      <Icon svg={icons[state]} />
      {words[state]}
    </span>
  )
}
