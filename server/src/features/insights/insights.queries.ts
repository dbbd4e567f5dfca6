import { sql } from 'kysely'
import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

/** Deleted users too, because their hours and reports still count. */
export function findUsers(db: Db, people: VisiblePeople) {
  return onlyVisible(db, db.selectFrom('users').select(['id', 'name', 'role']), people, 'id').execute()
}

export type UserRow = Awaited<ReturnType<typeof findUsers>>[number]

/** Deleted projects too. */
export const findProjects = (db: Db) => db.selectFrom('projects').select(['id', 'name']).execute()

/** On which days these users have reported, from the stored months. */
export function findMonthsOf(
  db: Db,
  userIds: readonly number[],
  { first, last }: { first: number; last: number },
) {
  return db
    .selectFrom('report_months')
    .select(['user_id', 'month', 'days', 'late'])
    .where(isOneOf(db, 'user_id', userIds))
    .where('month', '>=', first)
    .where('month', '<=', last)
    .execute()
}

/** How many reports from before zones were stored arrived after the end of their day, by day. */
export async function countLateWithoutZone(
  db: Db,
  people: VisiblePeople,
  dates: readonly string[],
  endOf: (date: string) => string,
): Promise<Map<string, number>> {
  const last = await findLastWithoutZone(db, dates.at(-1) ?? '')
  const earlier = last === undefined ? [] : dates.filter(date => date <= last.date)
  if (earlier.length === 0) return new Map()
  const values = sql.join(earlier.map(date => sql`(${date}, ${endOf(date)})`))
  const late = db
    .with('ends(day, ended_at)', () => sql<{ day: string; ended_at: string }>`(values ${values})`)
    .selectFrom('ends')
    .innerJoin('reports', join =>
      join.onRef('reports.date', '=', 'ends.day').onRef('reports.created_at', '>=', 'ends.ended_at'),
    )
    .where(isWithoutZone)
    .select(['reports.date', db.fn.countAll<number>().as('late')])
    .groupBy('reports.date')
  const rows = await onlyVisible(db, late, people, 'reports.user_id').execute()
  return new Map(rows.map(row => [row.date, Number(row.late)]))
}

/** An organization that began later has no such report. */
const findLastWithoutZone = (db: Db, lastDay: string) =>
  db
    .selectFrom('reports')
    .select('date')
    .where(isWithoutZone)
    .where('date', '<=', lastDay)
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The condition of the index that makes both queries quick. */
const isWithoutZone = sql<boolean>`reports.time_zone is null`
