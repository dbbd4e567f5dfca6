import type { Comment, CommentInput } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { findActiveUsers } from '../../identity/accounts.queries.ts'
import { actAs } from '../../identity/acting-user.ts'
import { countWrittenBytes } from '../../identity/written-bytes.ts'
import { requireLockedReport } from '../reports/reports.service.ts'
import { findComment, findComments, insertComment, insertMentions } from './comments.queries.ts'

export { findComment } from './comments.queries.ts'

/** The caller has checked that the user may read the report. */
export function listComments(ctx: Context, reportId: number): Promise<Comment[]> {
  return findComments(ctx.db, reportId)
}

export async function addComment(
  ctx: Context,
  actor: SignedIn,
  reportId: number,
  { comment, parent_id = null, mentions }: CommentInput,
): Promise<Comment[]> {
  await actAs(ctx, actor, 'report.comment', async (trx, acting) => {
    // The lock on the report serializes concurrent comments, so that the limit counts each of them.
    const report = await requireLockedReport(trx, reportId)
    authorize(acting, 'report.comment', report)
    const parent = parent_id === null ? undefined : await requireParent(trx, parent_id, reportId)
    const id = await insert(ctx, trx, {
      report_id: reportId,
      parent_id,
      level: parent ? parent.level + 1 : 1,
      user_id: acting.id,
      comment,
      created_at: ctx.clock.now().toISOString(),
    })
    await emit(ctx, trx, {
      kind: 'comment.added',
      actorId: acting.id,
      report,
      comment: { id, answers: parent?.user_id ?? null },
      mentions: await storeMentions(trx, report, id, mentions),
    })
  })
  return listComments(ctx, reportId)
}

type Mentions = CommentInput['mentions']
type ReviewerComment = { user_id: number; comment: string; created_at: string }

/** Adds a reviewer's comment, and returns its id and the users it mentions. The caller has locked the report and emits the event. */
export async function addReviewComment(
  ctx: Context,
  trx: Trx,
  report: { id: number; user_id: number },
  comment: ReviewerComment,
  mentioned: Mentions,
): Promise<{ id: number; mentions: number[] }> {
  const id = await insert(ctx, trx, { ...comment, report_id: report.id, parent_id: null, level: 1 })
  return { id, mentions: await storeMentions(trx, report, id, mentioned) }
}

/** Stores the mentioned users, and returns them without those who may not read the report. */
async function storeMentions(
  trx: Trx,
  report: { user_id: number },
  commentId: number,
  mentioned: Mentions,
): Promise<number[]> {
  const mentionedIds = [...new Set(mentioned)]
  if (mentionedIds.length === 0) return []
  const users = await findActiveUsers(trx, mentionedIds)
  const ids = users.filter(user => can(user, 'report.read', report)).map(user => user.id)
  if (ids.length > 0) await insertMentions(trx, commentId, ids)
  return ids
}

async function insert(ctx: Context, trx: Trx, row: Parameters<typeof insertComment>[1]): Promise<number> {
  await countWrittenBytes(ctx, trx, row.user_id, Buffer.byteLength(row.comment))
  const id = await insertComment(trx, row, limits.commentsMax)
  if (id === undefined) throw refuse('too_many_comments')
  return id
}

async function requireParent(trx: Trx, parentId: number, reportId: number) {
  const parent = await findComment(trx, parentId, reportId)
  if (!parent) throw refuseInput({ parent_id: messages.comments.parentMissing }, 'parent_comment_missing')
  if (parent.level >= limits.commentLevels) throw refuseInput({ parent_id: messages.comments.tooDeep })
  return parent
}
