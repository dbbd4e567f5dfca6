import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { reviewInputMessages } from '../messages/review-input.ts'
import { messages } from '../messages.ts'
import { mentionsField } from './comments.ts'
import { bodyId, boundedList, optionalText } from './fields.ts'
import { reviewStates } from './report-review.ts'

// Apart from the replies, which every page with reports loads.

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
  mentions: mentionsField,
  seen: z.nullish(seenInput),
})
export type ReviewInput = z.output<typeof reviewInput>

function oneEach<Item extends z.ZodMiniType>(item: Item) {
  const sentence = reviewInputMessages.seenInvalid
  return boundedList(item, { max: limits.reviewsMax, tooMany: sentence, invalid: sentence })
}

/**
 * `revisions` and `states`, if given, are those on the screen, in the order of `ids`; reports that have been edited, or
 * reviewed otherwise, since are left out.
 */
export const bulkReviewInput = z.object({
  ids: boundedList(bodyId(messages.field.invalid('ids')), {
    min: 1,
    max: limits.reviewsMax,
    tooMany: reviewInputMessages.tooManyIds,
    invalid: reviewInputMessages.idsRequired,
  }),
  state: z.enum(['reviewed', 'unreviewed'], { error: reviewInputMessages.bulkStateInvalid }),
  revisions: z.nullish(oneEach(z.int())),
  states: z.nullish(oneEach(z.enum(reviewStates, { error: reviewInputMessages.stateInvalid }))),
})
export type BulkReviewInput = z.output<typeof bulkReviewInput>
