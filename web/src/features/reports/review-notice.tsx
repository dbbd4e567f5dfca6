import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import { useId } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { reviewText } from '../../domain/report-marks.tsx'
import './reports.scss'

type ReviewNoticeProps = { review: Review; comments: readonly Comment[] }

/** Shown above a report: who asked for changes, and the comment that says which. */
export function RequestedChanges({ review, comments }: ReviewNoticeProps) {
  const id = useId()
  const request = comments.find(comment => comment.id === review.comment_id)
  return (
    <section className="review-notice" aria-labelledby={id}>
      <h2 id={id}>
        <Icon svg={pencil} />
        {reviewText(review) ?? messages.reviews.changesAsked}
      </h2>
      {request && <LinkifiedText>{request.comment}</LinkifiedText>}
      {review.reviewed_at && (
        <p className="review-notice-when">
          <Moment instant={review.reviewed_at} />
        </p>
      )}
    </section>
  )
}
