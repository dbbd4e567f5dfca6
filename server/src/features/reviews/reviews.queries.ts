import type { ReviewState } from '#shared/contract/reviews.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Trx } from '../../db/schema.ts'
import { isVisible, type VisiblePeople } from '../../identity/visible-people.ts'

type ReviewColumns = {
  review_state: ReviewState
  reviewed_by: number | null
  reviewed_at: string | null
  /** If absent, the column doesn't change. */
  review_comment_id?: number | null
}

export const updateReview = compileOnce((trx, id: number, columns: ReviewColumns) =>
  trx.updateTable('reports').set(columns).where('id', '=', id),
)

export function updateReviews(trx: Trx, ids: readonly number[], columns: ReviewColumns) {
  return trx
    .updateTable('reports')
    .set(columns)
    .where(isOneOf(trx, 'id', ids))
    .execute()
}

/** Finds the states and versions of these reports of these people, ordered by id. */
export async function findStates(trx: Trx, people: VisiblePeople, ids: readonly number[]) {
  const rows = await trx
    .selectFrom('reports')
    .select(['id', 'user_id', 'date', 'review_state', 'revision'])
    .where(isOneOf(trx, 'id', ids))
    .orderBy('id')
    .execute()
  return rows.filter(({ user_id }) => isVisible(people, user_id))
}
