import * as z from 'zod/mini'
import { reviewInputMessages } from '../messages/review-input.ts'

export const reviewStates = ['unreviewed', 'reviewed', 'needs_changes'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Only reports in this state. */
export const reviewFilter = z.optional(z.enum(reviewStates, { error: reviewInputMessages.filterInvalid }))

/** Reports from before reviewing existed are reviewed, without a name and a time. */
export const reviewReply = z.object({
  state: z.enum(reviewStates),
  reviewer_name: z.nullable(z.string()),
  reviewed_at: z.nullable(z.string()),
  /** The comment that asks for changes; null unless changes are asked for. */
  comment_id: z.nullable(z.number()),
})
export type Review = z.infer<typeof reviewReply>

/** The default on a server without reviews: no report counts as unreviewed there. */
export const withoutReviews: Review = {
  state: 'reviewed',
  reviewer_name: null,
  reviewed_at: null,
  comment_id: null,
}

/** How many reports changed their state, and which. */
export const bulkReviewReply = z.object({ updated: z.number(), updated_ids: z.array(z.number()) })
export type BulkReview = z.infer<typeof bulkReviewReply>
