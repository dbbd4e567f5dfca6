import * as z from 'zod/mini'

/** The beginning of a comment that its reader has not answered. */
export const newCommentReply = z.object({
  id: z.number(),
  report_id: z.number(),
  /** Of the report. */
  date: z.string(),
  user_name: z.string(),
  text: z.string(),
  created_at: z.string(),
})
export type NewComment = z.infer<typeof newCommentReply>

export const newCommentsReply = z.object({ comments: z.array(newCommentReply) })
