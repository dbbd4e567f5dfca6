import type { Comment } from '#shared/contract/comments.ts'
import { staff } from '#shared/roles.ts'

export type Thread = {
  comment: Comment
  /** 1 at the top. */
  level: number
  replies: Thread[]
}

/** Builds threads from the flat list, in its order (oldest first) on every level. */
export function buildThreads(comments: readonly Comment[]): Thread[] {
  const byId = new Map<number, Thread>()
  const tops: Thread[] = []
  for (const comment of comments) {
    // A parent comes before its replies in the list. Replies to a missing parent are shown at the top level.
    const parent = comment.parent_id === null ? undefined : byId.get(comment.parent_id)
    const thread = { comment, level: (parent?.level ?? 0) + 1, replies: [] }
    byId.set(comment.id, thread)
    const siblings = parent?.replies ?? tops
    siblings.push(thread)
  }
  return tops
}

/** Reviewers reply to staff only. Among themselves they start threads. */
export const isByStaff = ({ user_role }: Comment) => staff.some(role => role === user_role)
