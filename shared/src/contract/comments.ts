import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { messages } from '../messages.ts'
import { roles } from '../roles.ts'
import { added, unknownId } from './added.ts'
import { bodyId, boundedList, requiredText } from './fields.ts'

/** Ids of users named in the text. Those who may not read the report are left out. */
export const mentionsField = z.nullish(
  boundedList(bodyId(messages.field.invalid('mentions')), {
    max: limits.mentionsMax,
    tooMany: messages.comment.tooManyMentions,
    invalid: messages.field.invalid('mentions'),
  }),
)

export const commentInput = z.object({
  comment: requiredText('Comment', messages.comment.required, limits.commentMax),
  parent_id: z.nullish(bodyId(messages.comment.parentMissing)),
  mentions: mentionsField,
})
export type CommentInput = z.infer<typeof commentInput>

export const commentReply = z.object({
  id: z.number(),
  comment: z.string(),
  /** Null for the top of a thread. */
  parent_id: z.nullable(z.number()),
  user_id: added(z.number(), unknownId),
  user_name: z.string(),
  user_role: z.enum(roles),
  created_at: z.string(),
  /** Users named in the text, with their names of today. */
  mentions: added(z.array(z.object({ id: z.number(), name: z.string() })), []),
})
export type Comment = z.infer<typeof commentReply>

/** Flat and oldest first; the screens make threads of them. */
export const commentsReply = z.array(commentReply)
