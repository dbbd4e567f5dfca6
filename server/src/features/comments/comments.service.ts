import type { Comment, CommentInput } from '#shared/contract/comments.ts'
import type { NewComment } from '#shared/contract/new-comments.ts'
import { addDays, earliestToday } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import type { Trx } from '../../db/schema.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../auth/acting-user.service.ts'
import { requireReport } from '../reports/reports.service.ts'
import {
  countComments,
  findComment,
  findComments,
  findUnanswered,
  insertComment,
} from './comments.queries.ts'

/** The caller has checked that the user may read the report. */
export function listComments(ctx: Context, reportId: number): Promise<Comment[]> {
  return findComments(ctx.db, reportId)
}

/** On the user's own reports of the last days, whatever zone the user is in. */
export function listNewComments(ctx: Context, { id }: SignedIn): Promise<NewComment[]> {
  return findUnanswered(ctx.db, id, addDays(earliestToday(ctx.clock.now()), -limits.newCommentDays))
}

export async function addComment(
  ctx: Context,
  actor: SignedIn,
  reportId: number,
  { comment, parent_id = null }: CommentInput,
): Promise<Comment[]> {
  await actAs(ctx, actor, 'report.comment', async (trx, acting) => {
    authorize(acting, 'report.comment', await requireReport(trx, reportId))
    const level = parent_id === null ? 1 : await levelBelow(trx, parent_id, reportId)
    // Comments that arrive together are counted one after the other.
    await lockRow(trx, 'reports', reportId)
    await requireRoom(trx, reportId)
    await insertComment(trx, {
      report_id: reportId,
      parent_id,
      level,
      user_id: acting.id,
      comment,
      created_at: ctx.clock.now().toISOString(),
    })
  })
  return listComments(ctx, reportId)
}

type ReviewerComment = { report_id: number; user_id: number; comment: string; created_at: string }

/** A comment of a reviewer, and its id. The caller has locked the report. */
export async function addToThread(trx: Trx, comment: ReviewerComment): Promise<number> {
  await requireRoom(trx, comment.report_id)
  return insertComment(trx, { ...comment, parent_id: null, level: 1 })
}

export { findComment as findCommentOf } from './comments.queries.ts'

async function requireRoom(trx: Trx, reportId: number): Promise<void> {
  if ((await countComments(trx, reportId)) >= limits.commentsMax) throw refuse('too_many_comments')
}

async function levelBelow(trx: Trx, parentId: number, reportId: number): Promise<number> {
  const parent = await findComment(trx, parentId, reportId)
  if (!parent) throw refuseInput({ parent_id: messages.comment.parentMissing }, 'parent_comment_missing')
  if (parent.level >= limits.commentLevels) throw refuseInput({ parent_id: messages.comment.tooDeep })
  return parent.level + 1
}
