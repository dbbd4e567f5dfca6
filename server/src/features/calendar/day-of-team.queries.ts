import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#shared/contract/reviews.ts'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../../db/compile-once.ts'
import { asJsonArray, isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isInvited } from '../../identity/accounts.queries.ts'

// A day of the whole team. What is known of all its people comes in one row, as sums and lists: a row for each of 1,000
// takes SQLite's binding 1.5 ms, about as long as a page of 50 whole reports. Who has reported is read by the date: looking
// each user up in the index by user takes 2.5 ms on a million reports, this 0.3. Who has not, and who comes before whom, is
// found out from these lists: in SQL either takes two to three times as long.

/** Of users with this role and of those assigned to this project, if they are given. */
export type TeamFilter = { role?: Role | undefined; projectId?: number | undefined }

const isAssigned = <Column extends 'users.id' | 'reports.user_id'>(
  db: Db,
  column: Column,
  projectId: number,
) =>
  sql<boolean>`${sql.ref(column)} in ${db
    .selectFrom('project_members')
    .select('project_members.user_id')
    .where('project_members.project_id', '=', projectId)}`

/** The reports of a date, of these users alone. */
function reportsOn(db: Db, date: string, { role, projectId }: TeamFilter) {
  let query = db.selectFrom('reports').where('reports.date', '=', date)
  // One user after the other: SQLite would look up the reports of each user with this role instead of those of the date.
  if (role !== undefined)
    query = query.where(
      ({ selectFrom }) =>
        selectFrom('users').select('users.role').whereRef('users.id', '=', 'reports.user_id'),
      '=',
      role,
    )
  if (projectId !== undefined) query = query.where(isAssigned(db, 'reports.user_id', projectId))
  return query
}

/** Where most reports are sent from, when the day ends there, and the zone of reports that have none, if it is another. */
export type MainZone = { zone: string; end: string; zoneOfEarlier: string | undefined }

/**
 * Who has reported on a date, as a list for each review state, how many were sent after the day's end in the main
 * zone, and how many from other zones. Not in groups: to sort them takes SQLite longer than all the rest.
 */
export const findSentOn = compileOnceForOne((db, date: string, main: MainZone, filter: TeamFilter) =>
  reportsOn(db, date, filter).select([
    authorsOf(db, 'unreviewed').as('unreviewed'),
    authorsOf(db, 'needs_changes').as('needs_changes'),
    authorsOf(db, 'reviewed').as('reviewed'),
    // Compared as `isLate` does.
    countOf(sql<boolean>`reports.created_at >= ${main.end}`).as('after_end'),
    countOf(isElsewhere(main)).as('elsewhere'),
  ]),
)

const authorsOf = (db: Db, state: ReviewState) =>
  sql<
    string | number[] | null
  >`${asJsonArray(db, 'reports.user_id')} filter (where reports.review_state = ${state})`

/** When the reports of other zones were sent. */
export function findSentElsewhere(db: Db, date: string, main: MainZone, filter: TeamFilter) {
  return reportsOn(db, date, filter)
    .select(['reports.user_id', 'reports.time_zone', 'reports.created_at'])
    .where(isElsewhere(main))
    .execute()
}

// Most teams have had one zone from the beginning. Comparing without a default saves a sixth of the query's time then.
const isElsewhere = ({ zone, zoneOfEarlier }: MainZone) =>
  zoneOfEarlier === undefined
    ? sql<boolean>`reports.time_zone <> ${zone}`
    : sql<boolean>`coalesce(reports.time_zone, ${zoneOfEarlier}) <> ${zone}`

const countOf = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`

/** All users that there are or were, by name. */
export const findByName = compileOnceForOne((db, filter: TeamFilter) => {
  const people = team(db, filter).select('users.id').orderBy('users.name_key').orderBy('users.id')
  return db.selectFrom(people.as('people')).select(asJsonArray<number>(db, 'people.id').as('ids'))
})

/** Live users who are expected to report. */
export const findExpected = compileOnceForOne((db, roles: readonly Role[], filter: TeamFilter) =>
  team(db, filter)
    .select(asJsonArray<number>(db, 'users.id').as('ids'))
    .where('users.deleted_at', 'is', null)
    .where('users.role', 'in', [...roles]),
)

const team = (db: Db, { role, projectId }: TeamFilter) =>
  db
    .selectFrom('users')
    .$if(role !== undefined, query => query.where('users.role', '=', role as Role))
    .$if(projectId !== undefined, query => query.where(isAssigned(db, 'users.id', projectId as number)))

export type GroupDay = {
  /** An account that existed at this time existed on the date in every time zone. */
  settled: string
  /** The last day of the longest time off that can include the date. */
  latestEnd: string
}

/** These users in groups, by what decides the state of their day. */
export function findGroups(db: Db, ids: readonly number[], date: string, { settled, latestEnd }: GroupDay) {
  const people = db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'users.id',
      'users.role',
      'users.time_zone',
      'users.working_days',
      isInvited,
      sql<string>`case when coalesce(users.accepted_at, users.created_at) > ${settled}
        then coalesce(users.accepted_at, users.created_at) else ${settled} end`.as('since'),
      selectFrom('absences')
        .select('absences.kind')
        .whereRef('absences.user_id', '=', 'users.id')
        .where('absences.end_date', '>=', date)
        .where('absences.end_date', '<=', latestEnd)
        .where('absences.start_date', '<=', date)
        .limit(1)
        .as('absence_kind'),
    ])
    .where(isOneOf(db, 'users.id', ids))
  return (
    db
      .selectFrom(people.as('people'))
      .select(facts)
      .select(asJsonArray<number>(db, 'people.id').as('ids'))
      .groupBy(facts)
      // Those of one zone are asked about one after the other.
      .orderBy('time_zone')
      .execute()
  )
}

const facts = ['role', 'time_zone', 'working_days', 'invited', 'since', 'absence_kind'] as const

/** These users, each with the report of a date if there is one. */
export function findPeopleOn(db: Db, date: string, ids: readonly number[]) {
  return db
    .selectFrom('users')
    .leftJoin('reports', join => join.onRef('reports.user_id', '=', 'users.id').on('reports.date', '=', date))
    .select([
      'users.id',
      'users.name',
      'users.role',
      'reports.id as report_id',
      'reports.created_at',
      'reports.time_zone',
      'reports.review_state',
    ])
    .where(isOneOf(db, 'users.id', ids))
    .execute()
}
