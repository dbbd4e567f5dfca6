import { type ExpressionBuilder, sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { alphabetical, asJsonArray, isOneOf } from '../../db/engine.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { isInvited } from '../users/users.service.ts'

// A day of the whole team. Of 1,000 people the database passes on a few groups, because a row for each takes SQLite's
// binding longer than a page of 50 whole reports. Who has reported is read by the date: looking each user up in the
// index by user takes 2.5 ms on a million reports, this a quarter of one.

/** Of users with this role and of those assigned to this project, if they are given. */
export type TeamFilter = { role?: Role | undefined; projectId?: number | undefined }

function isOfTeam(
  eb: ExpressionBuilder<Tables, keyof Tables>,
  column: 'users.id' | 'reports.user_id',
  { role, projectId }: TeamFilter,
) {
  const conditions = []
  if (role !== undefined)
    conditions.push(
      eb(column, 'in', eb.selectFrom('users').select('users.id').where('users.role', '=', role)),
    )
  if (projectId !== undefined)
    conditions.push(
      eb(
        column,
        'in',
        eb
          .selectFrom('project_members')
          .select('project_members.user_id')
          .where('project_members.project_id', '=', projectId),
      ),
    )
  return eb.and(conditions)
}

/** Where a report stands in the list for a reviewer; the places are in this order. */
export const places = ['to review', 'needs changes', 'reviewed', 'own'] as const

const placeOf = (viewer: number) => sql<number>`case reports.review_state
  when 'unreviewed' then case when reports.user_id = ${viewer} then 3 else 0 end
  when 'needs_changes' then 1 else 2 end`

/** The reports of a date by place and by the zone their authors were in, with the moments at which they were sent. */
export const findReportGroups = compileOnce((db, date: string, viewer: number, filter: TeamFilter) =>
  db
    .selectFrom('reports')
    .select([placeOf(viewer).as('place'), 'time_zone', asJsonArray<string>(db, 'created_at').as('sent')])
    .where('date', '=', date)
    .where(eb => isOfTeam(eb as never, 'reports.user_id', filter))
    .groupBy([sql`place`, 'time_zone']),
)

export type GroupDay = {
  date: string
  /** An account that was there by then was there on this date in every zone. */
  settled: string
  /** The last day of the longest time off that can include the date. */
  latestEnd: string
}

/** Live users who are expected to report and have not, by what decides the state of their day. */
export const findGroupsWithoutReport = compileOnce(
  (db, { date, settled, latestEnd }: GroupDay, expected: readonly Role[], filter: TeamFilter) =>
    db
      .selectFrom(
        db
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
          .where('users.deleted_at', 'is', null)
          .where('users.role', 'in', [...expected])
          .where('users.id', 'not in', ({ selectFrom }) =>
            selectFrom('reports').select('reports.user_id').where('reports.date', '=', date),
          )
          .where(eb => isOfTeam(eb as never, 'users.id', filter))
          .as('people'),
      )
      .select(facts)
      .select(asJsonArray<number>(db, 'people.id').as('ids'))
      .groupBy(facts)
      // Those of one zone are asked about one after the other.
      .orderBy('time_zone'),
)

const facts = ['role', 'time_zone', 'working_days', 'invited', 'since', 'absence_kind'] as const

export type Slice = { limit: number; offset: number }

/** The authors of a date with their reports, by place and name. */
export const findAuthors = compileOnce(
  (db, date: string, viewer: number, filter: TeamFilter, { limit, offset }: Slice) =>
    db
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
      .where('reports.date', '=', date)
      .where(eb => isOfTeam(eb as never, 'reports.user_id', filter))
      .orderBy(placeOf(viewer))
      .orderBy(alphabetical(db, 'users.name'))
      .orderBy('users.id')
      .limit(limit)
      .offset(offset),
)

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
