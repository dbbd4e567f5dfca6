import pencil from 'bootstrap-icons/icons/pencil-fill.svg?raw'
import { useId } from 'react'
import type { Comment } from '#shared/contract/comments.ts'
import type { Review } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import { Moment } from '../../components/day.tsx'
import { Icon } from '../../components/icon.tsx'
import { LinkifiedText } from '../../components/linkified-text.tsx'
import { reviewText } from '../../domain/review-note.tsx'
import './reports.scss'

type AskedNoticeProps = { review: Review; comments: readonly Comment[] }

/** What should change, in the reviewer's words. */
export function AskedNotice({ review, comments }: AskedNoticeProps) {
  const id = useId()
  const asked = comments.find(comment => comment.id === review.comment_id)
  return (
    <section className="review-notice" aria-labelledby={id}>
      <h2 id={id}>
        <Icon svg={pencil} />
        {reviewText(review) ?? messages.reviews.changesAsked}
      </h2>
      {asked && <LinkifiedText>{asked.comment}</LinkifiedText>}
      {review.reviewed_at && (
        <p className="review-notice-when">
          <Moment instant={review.reviewed_at} />
        </p>
      )}
    </section>
  )
}
