import type { Comment, CommentInput } from '#shared/contract/comments.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { can } from '#shared/permissions.ts'
import type { Context } from '../../context.ts'
import type { Trx } from '../../db/schema.ts'
import { type ActedBy, emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { findActiveUsers } from '../../identity/accounts.queries.ts'
import { actAs } from '../../identity/acting-user.ts'
import { isInSight, isVisible, mentionableManagers } from '../../identity/visible-people.ts'
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
    const report = await requireLockedReport(trx, acting, reportId)
    authorize(acting, 'report.comment', report)
    const parent = parent_id === null ? undefined : await requireParent(trx, parent_id, reportId)
    const id = await insert(ctx, trx, acting, {
      report_id: reportId,
      parent_id,
      level: parent ? parent.level + 1 : 1,
      user_id: acting.id,
      comment,
      created_at: ctx.clock.now().toISOString(),
    })
    await emit(ctx, trx, acting, {
      kind: 'comment.added',
      report,
      comment: { id, answers: parent?.user_id ?? null },
      mentions: await storeMentions(trx, acting, report, id, mentions),
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
  acting: SignedIn,
  report: { id: number; user_id: number },
  comment: ReviewerComment,
  mentioned: Mentions,
): Promise<{ id: number; mentions: number[] }> {
  const id = await insert(ctx, trx, acting, { ...comment, report_id: report.id, parent_id: null, level: 1 })
  return { id, mentions: await storeMentions(trx, acting, report, id, mentioned) }
}

/** Stores the mentioned users without those who may not read the report and those whom the actor may not know of, and returns them. */
async function storeMentions(
  trx: Trx,
  acting: SignedIn,
  report: { user_id: number },
  commentId: number,
  mentioned: Mentions,
): Promise<number[]> {
  const mentionedIds = [...new Set(mentioned)]
  if (mentionedIds.length === 0) return []
  const [users, managers] = [await findActiveUsers(trx, mentionedIds), await mentionableManagers(trx, acting)]
  const ids: number[] = []
  for (const user of users) {
    const isKnown = user.role !== 'manager' || user.id === report.user_id || isVisible(managers, user.id)
    const mayRead = can(user, 'report.read', report) && (await isInSight(trx, user, report.user_id))
    if (isKnown && mayRead) ids.push(user.id)
  }
  if (ids.length > 0) await insertMentions(trx, commentId, ids)
  return ids
}

async function insert(
  ctx: Context,
  trx: Trx,
  by: ActedBy,
  row: Parameters<typeof insertComment>[1],
): Promise<number> {
  await countWrittenBytes(ctx, trx, row.user_id, Buffer.byteLength(row.comment))
  const id = await insertComment(trx, row, limits.commentsMax)
  if (id === undefined) throw refuse('too_many_comments')
  await emit(ctx, trx, by, { kind: 'texts.changed', type: 'comment', ids: [id] })
  return id
}

async function requireParent(trx: Trx, parentId: number, reportId: number) {
  const parent = await findComment(trx, parentId, reportId)
  if (!parent) throw refuseInput({ parent_id: messages.comments.parentMissing }, 'parent_comment_missing')
  if (parent.level >= limits.commentLevels) throw refuseInput({ parent_id: messages.comments.tooDeep })
  return parent
}
