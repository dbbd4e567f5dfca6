import type { Report } from '#shared/contract/reports.ts'
import type { BulkReview, BulkReviewInput, ReviewInput, ReviewState } from '#shared/contract/reviews.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow, lockRows } from '../../db/engine.ts'
import type { Trx } from '../../db/schema.ts'
import { emit } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs } from '../../identity/acting-user.ts'
import { visiblePeople } from '../../identity/visible-people.ts'
import { addReviewComment, findComment } from '../comments/comments.service.ts'
import {
  countReviews,
  type ReportRow,
  readReportWithRows,
  requireReport,
} from '../reports/reports.service.ts'
import { findStates, updateReview, updateReviews } from './reviews.queries.ts'

/**
 * Locks the report first, so that concurrent reviews and edits run one after the other. Setting the state that the report
 * already has changes nothing, and the reply has the earlier reviewer.
 */
export function reviewReport(
  ctx: Context,
  actor: SignedIn,
  id: number,
  { state, comment, mentions, seen }: ReviewInput,
): Promise<Report> {
  const now = ctx.clock.now().toISOString()
  const isWithoutComment = state === 'needs_changes' && comment === null
  // Only an undo needs no comment, and it sends the state that it undoes. Invalid input is refused before a missing report.
  if (isWithoutComment && seen?.state !== 'reviewed') throw commentRequired()
  return actAs(ctx, actor, 'report.review', async (trx, acting) => {
    await lockRow(trx, 'reports', id)
    const report = await requireReport(trx, acting, id)
    if (report.user_id === acting.id) throw refuse('own_report')
    if (seen) requireUnchanged(report, state, seen)
    const request = await findChangeRequest(trx, report)
    const isUndone = report.review_state === 'reviewed' && request !== undefined
    if (isWithoutComment && !isUndone) throw commentRequired()
    const isSame = report.review_state === state
    // A client that lost the response sends its request again. The comment is added only once.
    const isRepeated = isSame && comment === request?.comment
    const added =
      comment === null || isRepeated
        ? undefined
        : await addReviewComment(
            ctx,
            trx,
            acting,
            report,
            { user_id: acting.id, comment, created_at: now },
            mentions,
          )
    if (!isSame) {
      await updateReview(trx, id, {
        ...reviewColumns(state, acting, now),
        // An undo restores the request for changes with its reviewer and its time.
        ...(state === 'needs_changes' &&
          (added === undefined
            ? { reviewed_by: request?.user_id ?? null, reviewed_at: request?.created_at ?? null }
            : { review_comment_id: added.id })),
      })
      await countReviews(trx, [report], state)
    }
    await emitReviewEvents(ctx, trx, acting, { report, state, added, request })
    return readReportWithRows(trx, acting, id)
  })
}

const commentRequired = () => refuseInput({ comment: messages.reviews.commentRequired })

/** Skips unknown reports, those of people out of sight, the user's own, those changed since, and those that have the state already. */
export function reviewReports(
  ctx: Context,
  actor: SignedIn,
  { ids, state, revisions, states }: BulkReviewInput,
): Promise<BulkReview> {
  for (const [name, list] of Object.entries({ revisions, states })) {
    if (list && list.length !== ids.length) throw refuseInput({ [name]: messages.reviews.seenInvalid })
  }
  const now = ctx.clock.now().toISOString()
  const seen = new Map(ids.map((id, index) => [id, { revision: revisions?.[index], state: states?.[index] }]))
  return actAs(ctx, actor, 'report.review', async (trx, acting) => {
    const all = [...seen.keys()]
    await lockRows(trx, 'reports', all)
    const people = await visiblePeople(trx, acting)
    const reports = (await findStates(trx, people, all)).filter(({ id, user_id, review_state, revision }) => {
      if (user_id === acting.id || review_state === state) return false
      const { revision: seenRevision = revision, state: seenState = review_state } = seen.get(id) ?? {}
      return seenRevision === revision && seenState === review_state
    })
    if (reports.length === 0) return { updated: 0, updated_ids: [] }
    const updated_ids = reports.map(({ id }) => id)
    await updateReviews(trx, updated_ids, reviewColumns(state, acting, now))
    await countReviews(trx, reports, state)
    await emitStateChange(ctx, trx, acting, reports, state)
    return { updated: updated_ids.length, updated_ids }
  })
}

type Reviewed = {
  report: ReportRow
  state: ReviewState
  added: { id: number; mentions: number[] } | undefined
  request: { id: number; user_id: number } | undefined
}

async function emitReviewEvents(
  ctx: Context,
  trx: Trx,
  acting: SignedIn,
  { report, state, added, request }: Reviewed,
): Promise<void> {
  const isChanged = report.review_state !== state
  const isAskedNow = isChanged && state === 'needs_changes'
  if (isChanged) await emitStateChange(ctx, trx, acting, [report], state)
  if (isAskedNow && added) {
    const { id: commentId, mentions } = added
    await emit(ctx, trx, acting, { kind: 'review.asked', askedBy: acting.id, report, commentId, mentions })
  } else if (isAskedNow && request) {
    // After an undo the earlier request for changes applies again, with its own reviewer.
    const { user_id, id: commentId } = request
    const restored = { askedBy: user_id, commentId, mentions: [], isRestored: true } as const
    await emit(ctx, trx, acting, { kind: 'review.asked', report, ...restored })
  } else if (added) {
    const comment = { id: added.id, answers: null }
    await emit(ctx, trx, acting, { kind: 'comment.added', report, comment, mentions: added.mentions })
  }
}

/** Emits that earlier decisions no longer count. The caller emits a request for changes, because it has the comment. */
async function emitStateChange(
  ctx: Context,
  trx: Trx,
  acting: SignedIn,
  reports: readonly Pick<ReportRow, 'id' | 'user_id' | 'date' | 'review_state'>[],
  state: ReviewState,
): Promise<void> {
  const decided = reports.filter(({ review_state }) => review_state !== 'unreviewed')
  if (decided.length > 0) await emit(ctx, trx, acting, { kind: 'review.takenBack', reports: decided, state })
  if (state === 'reviewed') await emit(ctx, trx, acting, { kind: 'review.done', reports })
}

const reviewColumns = (review_state: ReviewState, acting: SignedIn, now: string) =>
  review_state === 'unreviewed'
    ? { review_state, reviewed_by: null, reviewed_at: null, review_comment_id: null }
    : // `review_comment_id` isn't changed, so that "reviewed" can be undone.
      { review_state, reviewed_by: acting.id, reviewed_at: now }

/** Finds the comment that asks for changes which the author hasn't made yet. */
async function findChangeRequest(trx: Trx, { id, review_comment_id }: ReportRow) {
  return review_comment_id === null ? undefined : findComment(trx, review_comment_id, id)
}

/** Refuses a decision about an earlier version or state, unless the report has the wanted state already. */
function requireUnchanged(
  report: ReportRow,
  state: ReviewState,
  seen: NonNullable<ReviewInput['seen']>,
): void {
  if (seen.revision !== report.revision) throw refuse('report_edited_since', report.user_name)
  if (seen.state === report.review_state || report.review_state === state) return
  if (report.review_state === 'unreviewed') throw refuse('review_taken_back')
  throw refuse(
    report.review_state === 'reviewed' ? 'reviewed_since' : 'changes_asked_since',
    report.reviewer_name ?? '',
  )
}
