import { sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import { compileOnceForOne } from '../../db/compile-once.ts'
import { alphabetical, asJsonArray, isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isInvited } from '../users/users.service.ts'

// A day of the whole team. What is known of all its people comes as lists in one row: a row for each of 1,000 takes
// SQLite's binding 1.5 ms, about as long as a page of 50 whole reports. Who has reported is read by the date: looking each
// user up in the index by user takes 2.5 ms on a million reports, this 0.3.

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

/**
 * Each report of a date with its author, when it was sent and from which zone, in the same order, and how many the viewer
 * is to review. Not in groups: to sort them takes SQLite longer than all the rest.
 */
export const findSentOn = compileOnceForOne(
  (db, date: string, viewer: number, { role, projectId }: TeamFilter) => {
    let query = db
      .selectFrom('reports')
      .select([
        asJsonArray<number>(db, 'id').as('ids'),
        asJsonArray<number>(db, 'user_id').as('authors'),
        asJsonArray<string>(db, 'created_at').as('sent'),
        asJsonArray<string | null>(db, 'time_zone').as('zones'),
        sql<
          number | null
        >`sum(case when review_state = 'unreviewed' and user_id <> ${viewer} then 1 else 0 end)`.as(
          'to_review',
        ),
      ])
      .where('date', '=', date)
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
  },
)

export type GroupDay = {
  date: string
  /** An account that was there by then was there on this date in every zone. */
  settled: string
  /** The last day of the longest time off that can include the date. */
  latestEnd: string
}

/** Live users who are expected to report. */
export const findExpected = compileOnceForOne(
  (db, expected: readonly Role[], { role, projectId }: TeamFilter) => {
    let query = db
      .selectFrom('users')
      .select(asJsonArray<number>(db, 'users.id').as('ids'))
      .where('users.deleted_at', 'is', null)
      .where('users.role', 'in', [...expected])
    if (role !== undefined) query = query.where('users.role', '=', role)
    if (projectId !== undefined) query = query.where(isAssigned(db, 'users.id', projectId))
    return query
  },
)

/** Users without a report in groups, by what decides the state of their day. */
export function findGroups(db: Db, ids: readonly number[], { date, settled, latestEnd }: GroupDay) {
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

/** Some of these reports with their authors, by place and name. */
export function findAuthors(db: Db, reportIds: readonly number[], viewer: number, { limit, offset }: Slice) {
  return db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select([
      'users.id',
      'users.name',
      'users.role',
      'reports.id as report_id',
      'reports.created_at',
      'reports.time_zone',
    ])
    .where(isOneOf(db, 'reports.id', reportIds))
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
