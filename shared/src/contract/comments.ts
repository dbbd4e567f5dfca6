import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { bodyId, boundedList, requiredText } from './fields.ts'
import { added, unknownId } from './replies.ts'

/** Ids of users named in the text. Users who may not read the report are left out. */
export const mentionsField = z.nullish(
  boundedList(bodyId(messages.fields.invalid('mentions')), {
    max: limits.mentionsMax,
    tooMany: messages.comments.tooManyMentions,
    invalid: messages.fields.invalid('mentions'),
  }),
)

export const commentInput = z.object({
  comment: requiredText('Comment', messages.comments.required, limits.commentMax),
  parent_id: z.nullish(bodyId(messages.comments.parentMissing)),
  mentions: mentionsField,
})
export type CommentInput = z.infer<typeof commentInput>

export const commentReply = z.object({
  id: z.number(),
  comment: z.string(),
  /** Null if the comment starts a thread. */
  parent_id: z.nullable(z.number()),
  user_id: added(z.number(), unknownId),
  user_name: z.string(),
  user_role: z.enum(roles),
  created_at: z.string(),
  /** Users named in the text, with their current names. */
  mentions: added(z.array(z.object({ id: z.number(), name: z.string() })), []),
})
export type Comment = z.infer<typeof commentReply>

/** A flat list, oldest first. The screens group it into threads. */
export const commentsReply = z.array(commentReply)
