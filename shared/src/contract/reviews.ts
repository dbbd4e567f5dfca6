import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { mentionsField } from './comments.ts'
import { bodyId, boundedList, optionalText } from './fields.ts'

export const reviewStates = ['unreviewed', 'reviewed', 'needs_changes'] as const
export type ReviewState = (typeof reviewStates)[number]

/** Only reports in this state. */
export const reviewFilter = z.optional(z.enum(reviewStates, { error: messages.reviews.filterInvalid }))

/** Reports from before there were reviews count as reviewed, without a name and a time. */
export const reviewReply = z.object({
  state: z.enum(reviewStates),
  reviewer_name: z.nullable(z.string()),
  reviewed_at: z.nullable(z.string()),
  /** The comment that asks for changes. Null in every other state. */
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

/** The number and the ids of the reports whose state changed. */
export const bulkReviewReply = z.object({ updated: z.number(), updated_ids: z.array(z.number()) })
export type BulkReview = z.infer<typeof bulkReviewReply>

export const seenInput = z.object({
  revision: z.int(),
  state: z.enum(reviewStates, { error: messages.reviews.stateInvalid }),
})

/**
 * `seen` is what the reviewer had on the screen. If the report has been edited or reviewed since, the call fails. Without
 * `seen`, the last review wins.
 */
export const reviewInput = z.object({
  state: z.enum(reviewStates, { error: messages.reviews.stateInvalid }),
  comment: optionalText('Comment', limits.commentMax),
  mentions: mentionsField,
  seen: z.nullish(seenInput),
})
export type ReviewInput = z.output<typeof reviewInput>

function listForEachId<Item extends z.ZodMiniType>(item: Item) {
  const invalid = messages.reviews.seenInvalid
  return boundedList(item, { max: limits.reviewsMax, tooMany: invalid, invalid })
}

/**
 * `revisions` and `states`, if given, are those on the screen, in the order of `ids`. Reports that have been edited or
 * reviewed since are left out.
 */
export const bulkReviewInput = z.object({
  ids: boundedList(bodyId(messages.fields.invalid('ids')), {
    min: 1,
    max: limits.reviewsMax,
    tooMany: messages.reviews.tooManyIds,
    invalid: messages.reviews.idsRequired,
  }),
  state: z.enum(['reviewed', 'unreviewed'], { error: messages.reviews.bulkStateInvalid }),
  revisions: z.nullish(listForEachId(z.int())),
  states: z.nullish(listForEachId(z.enum(reviewStates, { error: messages.reviews.stateInvalid }))),
})
export type BulkReviewInput = z.output<typeof bulkReviewInput>
