import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { reviewInputMessages } from '../messages/review-input.ts'
import { messages } from '../messages.ts'
import { bodyId, boundedList, optionalText } from './fields.ts'

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

export const seenInput = z.object({
  revision: z.int(),
  state: z.enum(reviewStates, { error: reviewInputMessages.stateInvalid }),
})

/**
 * `seen` is what the reviewer had on the screen. If the report has been edited or reviewed since, nothing changes and the
 * answer says so; without it the last one to press wins.
 */
export const reviewInput = z.object({
  state: z.enum(reviewStates, { error: reviewInputMessages.stateInvalid }),
  comment: optionalText('Comment', limits.commentMax),
  seen: z.nullish(seenInput),
})
export type ReviewInput = z.output<typeof reviewInput>

/** `revisions`, if given, are the versions on the screen, in the order of `ids`; reports edited since are left out. */
export const bulkReviewInput = z.object({
  ids: boundedList(bodyId(messages.field.invalid('ids')), {
    min: 1,
    max: limits.reviewsMax,
    tooMany: reviewInputMessages.tooManyIds,
    invalid: reviewInputMessages.idsRequired,
  }),
  state: z.enum(['reviewed', 'unreviewed'], { error: reviewInputMessages.bulkStateInvalid }),
  revisions: z.nullish(z.array(z.int()).check(z.maxLength(limits.reviewsMax))),
})
export type BulkReviewInput = z.output<typeof bulkReviewInput>

/** How many reports changed their state, and which. */
export const bulkReviewReply = z.object({ updated: z.number(), updated_ids: z.array(z.number()) })
export type BulkReview = z.infer<typeof bulkReviewReply>
