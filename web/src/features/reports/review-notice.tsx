import type { Comment } from '#shared/contract/comments.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { ReviewNote } from '../../domain/review-note.tsx'
import { AskedNotice } from './asked-notice.tsx'

type ReviewNoticeProps = { review: Review; comments: readonly Comment[] }

/** Above a report: who has reviewed it, or who asks for which changes. */
export function ReviewNotice({ review, comments }: ReviewNoticeProps) {
  if (review.state === 'needs_changes') return <AskedNotice review={review} comments={comments} />
  if (review.state === 'unreviewed' || review.reviewer_name === null) return null
  return (
    <p>
      <ReviewNote review={review} />
    </p>
  )
}
