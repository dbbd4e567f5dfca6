import { sql } from 'kysely'
import type { Actor } from '#shared/permissions.ts'
import { reviewers } from '#shared/roles.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { canSignIn } from '../../identity/accounts.queries.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'

/** Sums the minutes of each project on one day. Reports are read by the index on date, their projects by primary key. */
export function findMinutesOn(db: Db, { ids }: VisiblePeople, date: string) {
  return ids === undefined
    ? findMinutesOfEveryone(db, date)
    : selectMinutesOn(db, date)
        .where(isOneOf(db, 'reports.user_id', ids))
        .execute()
}

const selectMinutesOn = (db: Db, date: string) =>
  db
    .selectFrom('reports')
    .innerJoin('report_projects', 'report_projects.report_id', 'reports.id')
    .select(['report_projects.project_id', sql<number>`sum(report_projects.minutes)`.as('minutes')])
    .where('reports.date', '=', date)
    .groupBy('report_projects.project_id')
const findMinutesOfEveryone = compileOnce(selectMinutesOn)

export function findProjectNames(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** Finds the live reviewers who had their account before a moment. */
export function findReviewersSince(db: Db, moment: string): Promise<Actor[]> {
  return db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('role', 'in', [...reviewers])
    .where(canSignIn)
    .where(sql<string>`coalesce(accepted_at, created_at)`, '<', moment)
    .execute()
}

const announcedName = 'summary-told'

/** Finds the last summary that was announced. The value is shared by all instances. */
export async function findLastAnnounced(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('shared_values')
    .select('value')
    .where('name', '=', announcedName)
    .executeTakeFirst()
  return row?.value
}

export async function saveLastAnnounced(trx: Trx, value: string): Promise<void> {
  await trx
    .insertInto('shared_values')
    .values({ name: announcedName, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
