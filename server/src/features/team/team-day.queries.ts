import { compileOnceForOne } from '../../db/compile-once.ts'
import type { Span } from '../../db/day-counts.ts'

/** Of one user's reports, from the index that has their states. */
export const countUnreviewedOf = compileOnceForOne((db, userId: number, { startDate, endDate }: Span) => {
  let query = db
    .selectFrom('reports')
    .select(db.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('review_state', '=', 'unreviewed')
  if (startDate !== undefined) query = query.where('date', '>=', startDate)
  if (endDate !== undefined) query = query.where('date', '<=', endDate)
  return query
})
