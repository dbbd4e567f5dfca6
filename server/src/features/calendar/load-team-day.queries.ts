import { type Compilable, type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '#shared/contract/reviews.ts'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../../db/compile-once.ts'
import { asJsonArray, isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isInvited } from '../../identity/accounts.queries.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'

// A day of the whole team, read as one row of counts and JSON lists of ids: 1,000 rows, one per user, take SQLite's binding
// 1.5 ms, about as long as a page of 50 whole reports. Authors are read from the index by date (0.3 ms on a million reports)
// instead of the index by user (2.5 ms). The service computes who is missing and the order by name from these lists, because
// SQL takes two to three times as long for either.

/** Restricts the team to these people, to users with this role and to users assigned to this project. */
export type TeamFilter = { people: VisiblePeople; role?: Role | undefined; projectId?: number | undefined }

/** Compiles a query once for everyone. The number of people is part of a query for some of them. */
function compiledForEveryone<Values extends [...unknown[], TeamFilter], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row> & { executeTakeFirst(): Promise<Row | undefined> },
): (db: Db, ...values: Values) => Promise<Row | undefined> {
  const find = compileOnceForOne(build)
  return (db, ...values) => {
    const { people } = values.at(-1) as TeamFilter
    return people.ids === undefined ? find(db, ...values) : build(db, ...values).executeTakeFirst()
  }
}

const isAssigned = <Column extends 'users.id' | 'reports.user_id'>(
  db: Db,
  column: Column,
  projectId: number,
) =>
  sql<boolean>`${sql.ref(column)} in ${db
    .selectFrom('project_members')
    .select('project_members.user_id')
    .where('project_members.project_id', '=', projectId)}`

/** The reports for a date by users who match the filter. */
function reportsOn(db: Db, date: string, { people, role, projectId }: TeamFilter) {
  let query = db.selectFrom('reports').where('reports.date', '=', date)
  if (people.ids) query = query.where(isOneOf(db, 'reports.user_id', people.ids))
  // A subquery for each report: with a join, SQLite would look up the reports of each user with this role.
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

/**
 * The time zone that most reports are sent from, when the day ends there, and the zone of reports without a stored one where
 * that is a different zone.
 */
export type MainZone = { zone: string; end: string; zoneOfEarlier: string | undefined }

/**
 * Who has reported for a date, as a list for each review state, how many reports were sent after the day's end in the main
 * zone, and how many from other zones. GROUP BY would make SQLite sort, which takes longer than the rest of the query.
 */
const selectSentOn = (db: Db, date: string, main: MainZone, filter: TeamFilter) =>
  reportsOn(db, date, filter).select([
    selectAuthors(db, 'unreviewed').as('unreviewed'),
    selectAuthors(db, 'needs_changes').as('needs_changes'),
    selectAuthors(db, 'reviewed').as('reviewed'),
    // The same comparison as in `isLate`.
    countWhere(sql<boolean>`reports.created_at >= ${main.end}`).as('after_end'),
    countWhere(isElsewhere(main)).as('elsewhere'),
  ])
export const findSentOn = compiledForEveryone(selectSentOn)

const selectAuthors = (db: Db, state: ReviewState) =>
  sql<
    string | number[] | null
  >`${asJsonArray(db, 'reports.user_id')} filter (where reports.review_state = ${state})`

/** When the reports from other zones were sent. */
export function findSentElsewhere(db: Db, date: string, main: MainZone, filter: TeamFilter) {
  return reportsOn(db, date, filter)
    .select(['reports.user_id', 'reports.time_zone', 'reports.created_at'])
    .where(isElsewhere(main))
    .execute()
}

// Most teams have always had one zone. For them, leaving out `coalesce` saves a sixth of the query's time.
const isElsewhere = ({ zone, zoneOfEarlier }: MainZone) =>
  zoneOfEarlier === undefined
    ? sql<boolean>`reports.time_zone <> ${zone}`
    : sql<boolean>`coalesce(reports.time_zone, ${zoneOfEarlier}) <> ${zone}`

const countWhere = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`

/** All users, deleted ones included, sorted by name. */
export const findByName = compiledForEveryone((db, filter: TeamFilter) => {
  const people = selectTeam(db, filter).select('users.id').orderBy('users.name_key').orderBy('users.id')
  return db.selectFrom(people.as('people')).select(asJsonArray<number>(db, 'people.id').as('ids'))
})

/** Users with one of these roles, without deleted ones. */
export const findExpected = compiledForEveryone((db, roles: readonly Role[], filter: TeamFilter) =>
  selectTeam(db, filter)
    .select(asJsonArray<number>(db, 'users.id').as('ids'))
    .where('users.deleted_at', 'is', null)
    .where('users.role', 'in', [...roles]),
)

const selectTeam = (db: Db, { people, role, projectId }: TeamFilter) =>
  db
    .selectFrom('users')
    .$if(people.ids !== undefined, query => query.where(isOneOf(db, 'users.id', people.ids ?? [])))
    .$if(role !== undefined, query => query.where('users.role', '=', role as Role))
    .$if(projectId !== undefined, query => query.where(isAssigned(db, 'users.id', projectId as number)))

export type GroupDay = {
  /**
   * Accounts from before this instant existed on the date in every time zone. They all get it as `since`, so that they share
   * a group.
   */
  earliestSince: string
  /** The last day of the longest time off that can include the date. */
  latestEnd: string
}

/** These users, grouped by everything that decides the state of their day. */
export function findGroups(
  db: Db,
  ids: readonly number[],
  date: string,
  { earliestSince, latestEnd }: GroupDay,
) {
  const people = db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      'users.id',
      'users.role',
      'users.time_zone',
      'users.working_days',
      isInvited,
      sql<string>`case when coalesce(users.accepted_at, users.created_at) > ${earliestSince}
        then coalesce(users.accepted_at, users.created_at) else ${earliestSince} end`.as('since'),
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
      .select(groupColumns)
      .select(asJsonArray<number>(db, 'people.id').as('ids'))
      .groupBy(groupColumns)
      // In this order each zone's date formatter is created once, although their cache is small.
      .orderBy('time_zone')
      .execute()
  )
}

const groupColumns = ['role', 'time_zone', 'working_days', 'invited', 'since', 'absence_kind'] as const

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
