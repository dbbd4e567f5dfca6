import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../../db/compile-once.ts'
import { alphabetical, asJsonArray, isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isInvited } from '../users/users.service.ts'

// A day of the whole team. What is known of all its people comes in one row, as sums and lists: a row for each of 1,000
// takes SQLite's binding 1.5 ms, about as long as a page of 50 whole reports. Who has reported is read by the date: looking
// each user up in the index by user takes 2.5 ms on a million reports, this 0.3. Who has not is the difference of two lists:
// in SQL it takes three times as long.

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

/** Where a report stands in a reviewer's list: to review, needs changes, reviewed, and last their own unreviewed one. */
const placeOf = (viewer: number) => sql<number>`case reports.review_state
  when 'unreviewed' then case when reports.user_id = ${viewer} then 3 else 0 end
  when 'needs_changes' then 1 else 2 end`

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

/** Where most reports are sent from, when the day ends there, and the zone of reports that have none. */
export type MainZone = { zone: string; end: string; zoneOfEarlier: string }

/**
 * How many reports a date has and by whom, how many of the main zone are late, how many are of other zones, how many the
 * viewer is to review, and the id of the last one. Not in groups: to sort them takes SQLite longer than all the rest.
 */
export const findSentOn = compileOnceForOne(
  (db, date: string, viewer: number, { zone, end, zoneOfEarlier }: MainZone, filter: TeamFilter) => {
    const sentFrom = zoneOf(zoneOfEarlier)
    return reportsOn(db, date, filter).select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max('reports.id').as('last_id'),
      asJsonArray<number>(db, 'reports.user_id').as('authors'),
      // Compared as `isLate` does.
      countOf(sql<boolean>`${sentFrom} = ${zone} and reports.created_at >= ${end}`).as('late'),
      countOf(sql<boolean>`${sentFrom} <> ${zone}`).as('elsewhere'),
      countOf(sql<boolean>`reports.review_state = 'unreviewed' and reports.user_id <> ${viewer}`).as(
        'to_review',
      ),
    ])
  },
)

/** When the reports of other zones were sent. */
export function findSentElsewhere(
  db: Db,
  { date, lastId }: Until,
  { zone, zoneOfEarlier }: MainZone,
  filter: TeamFilter,
) {
  return reportsOn(db, date, filter)
    .select([zoneOf(zoneOfEarlier).as('zone'), 'reports.created_at'])
    .where(zoneOf(zoneOfEarlier), '<>', zone)
    .where('reports.id', '<=', lastId)
    .execute()
}

const zoneOf = (zoneOfEarlier: string) => sql<string>`coalesce(reports.time_zone, ${zoneOfEarlier})`

const countOf = (condition: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${condition})`

/** Live users who are expected to report. */
export const findExpected = compileOnceForOne(
  (db, expected: readonly Role[], { role, projectId }: TeamFilter) =>
    db
      .selectFrom('users')
      .select(asJsonArray<number>(db, 'users.id').as('ids'))
      .where('users.deleted_at', 'is', null)
      .where('users.role', 'in', [...expected])
      .$if(role !== undefined, query => query.where('users.role', '=', role as Role))
      .$if(projectId !== undefined, query => query.where(isAssigned(db, 'users.id', projectId as number))),
)

export type GroupDay = {
  /** An account that was there by then was there on this date in every zone. */
  settled: string
  /** The last day of the longest time off that can include the date. */
  latestEnd: string
}

/** Reports that are there up to this one: those that arrive while a page is put together are in none of its parts. */
export type Until = { date: string; lastId: number }

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

export type Slice = { limit: number; offset: number }

/** Some of the reports with their authors, by place and name. */
export function findAuthors(
  db: Db,
  { date, lastId }: Until,
  filter: TeamFilter,
  viewer: number,
  { limit, offset }: Slice,
) {
  return reportsOn(db, date, filter)
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select([
      'users.id',
      'users.name',
      'users.role',
      'reports.id as report_id',
      'reports.created_at',
      'reports.time_zone',
    ])
    .where('reports.id', '<=', lastId)
    .orderBy(placeOf(viewer))
    .orderBy(alphabetical(db, 'users.name'))
    .orderBy('users.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Some of these users, by name. */
export function findByName(db: Db, ids: readonly number[], { limit, offset }: Slice) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'role'])
    .where(isOneOf(db, 'id', ids))
    .orderBy(alphabetical(db, 'users.name'))
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}
