import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import { useId } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/text.tsx'
import { ReviewNote, reviewText } from '../../domain/report-marks.tsx'
import './reports.scss'

type ReviewNoticeProps = { review: Review; comments: readonly Comment[] }

/** Shown above a report: who has reviewed it, or which changes a reviewer asks for. */
export function ReviewNotice({ review, comments }: ReviewNoticeProps) {
  if (review.state === 'needs_changes') return <RequestedChanges review={review} comments={comments} />
  if (review.state === 'unreviewed' || review.reviewer_name === null) return null
  return (
    <p>
      <ReviewNote review={review} />
    </p>
  )
}

/** The reviewer's comment on what to change. */
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
