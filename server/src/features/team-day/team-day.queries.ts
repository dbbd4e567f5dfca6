import { compileOnce } from '../../db/compile-once.ts'
import type { Span } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, NudgesTable, Trx } from '../../db/schema.ts'
import { isNotReviewed } from '../reports/reports.service.ts'

/** Counts the unreviewed reports of these users with the index of reports that aren't reviewed. */
export async function countUnreviewedOf(
  db: Db,
  userIds: readonly number[],
  { startDate, endDate }: Span,
): Promise<number> {
  let query = db
    .selectFrom('reports')
    .select(db.fn.countAll<number>().as('count'))
    .where(isOneOf(db, 'user_id', userIds))
    .where('review_state', '=', 'unreviewed')
    .where(isNotReviewed)
  if (startDate !== undefined) query = query.where('date', '>=', startDate)
  if (endDate !== undefined) query = query.where('date', '<=', endDate)
  return Number((await query.executeTakeFirst())?.count ?? 0)
}

/** Returns false if the user has already been reminded of this date, also by a concurrent request. */
export async function insertNudge(trx: Trx, row: NudgesTable): Promise<boolean> {
  const inserted = await trx
    .insertInto('nudges')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'date']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Finds the reminders of a user for these days, newest first, with the reviewer's name. */
export const findNudgesOf = compileOnce(
  (db, userId: number, { first, last }: { first: string; last: string }) =>
    db
      .selectFrom('nudges')
      .innerJoin('users', 'users.id', 'nudges.created_by')
      .select(['nudges.date', 'users.name', 'nudges.created_at'])
      .where('nudges.user_id', '=', userId)
      .where('nudges.date', '>=', first)
      .where('nudges.date', '<=', last)
      .orderBy('nudges.created_at', 'desc')
      .orderBy('nudges.date', 'desc'),
)

/** Finds those of these users who have been reminded of a date. */
export async function findNudged(db: Db, userIds: readonly number[], date: string): Promise<Set<number>> {
  const rows = await db
    .selectFrom('nudges')
    .select('user_id')
    .where(isOneOf(db, 'user_id', userIds))
    .where('date', '=', date)
    .execute()
  return new Set(rows.map(row => row.user_id))
}

/** Used when an account is erased, because its reminders are personal data. */
export function deleteNudgesOf(trx: Trx, userId: number) {
  return trx.deleteFrom('nudges').where('user_id', '=', userId).execute()
}
