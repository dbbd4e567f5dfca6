import { sql } from 'kysely'
import type { ExportQuery } from '#shared/contract/exports.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { findDays } from '../../db/day-counts.ts'
import { isOneOfTexts } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { reportsOfPerson, stateOfShare } from '../reports/reports.service.ts'

/** The days an export covers, newest first, and how many reports each has. */
export async function findExportDays(db: Db, { userId, projectId, review, ...span }: ExportQuery) {
  if (userId === undefined) {
    const days = await findDays(db, { subject: 'reports', projectId, review }, span)
    // Of a project all reports of these days are looked at, whatever their state.
    return projectId === undefined ? days : days.map(({ day, all }) => ({ day, total: all }))
  }
  // A person's days are few, and one report each.
  const rows = await reportsOfPerson(db, { userId, projectId, review, ...span })
    .select('reports.date as day')
    .orderBy('reports.date', 'desc')
    .execute()
  return rows.map(({ day }) => ({ day, total: 1 }))
}

/** Which reports an export has on these days, newest first, and whose they are, in no particular order. */
export function findExportKeys(db: Db, { userId, projectId, review }: ExportQuery, days: readonly string[]) {
  const [firstDay = '', lastDay = ''] = [days.at(-1), days[0]]
  if (userId !== undefined) {
    return reportsOfPerson(db, { userId, projectId, review, startDate: firstDay, endDate: lastDay })
      .innerJoin('users', 'users.id', 'reports.user_id')
      .select(['reports.id', 'reports.date', 'users.name'])
      .execute()
  }
  if (projectId !== undefined) {
    const query = db
      .selectFrom('report_projects')
      .innerJoin('users', 'users.id', 'report_projects.user_id')
      .select(['report_projects.report_id as id', 'report_projects.date', 'users.name'])
      .where('report_projects.project_id', '=', projectId)
    if (review === undefined) {
      return query
        .where('report_projects.date', '>=', firstDay)
        .where('report_projects.date', '<=', lastDay)
        .execute()
    }
    // Days between these have none in this state.
    return query
      .where(isOneOfTexts(db, 'report_projects.date', days))
      .where(stateOfShare, '=', review)
      .execute()
  }
  return keysOfDays(db, firstDay, lastDay, review)
}

const keysOfDays = compileOnce((db, firstDay: string, lastDay: string, review?: ReviewState) => {
  const query = db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select(['reports.id', 'reports.date', 'users.name'])
    .where('reports.date', '>=', firstDay)
    .where('reports.date', '<=', lastDay)
  return review === undefined ? query : query.where('reports.review_state', '=', review)
})

/** All of them, in no particular order. */
export const findExportReports = compileOnce((db, ids: readonly number[]) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select([
      'reports.id',
      'reports.date',
      'reports.tasks',
      'reports.minutes',
      'reports.blockers',
      'reports.tomorrow_plan',
      'reports.created_at',
      'reports.edited_at',
      'users.name',
      'users.email',
      'users.role',
    ])
    .where('reports.id', 'in', [...ids]),
)

/** Their rows, in the order of each report; those of one project only, if it is given. */
export const findExportRows = compileOnce((db, ids: readonly number[], projectId?: number) => {
  const query = db
    .selectFrom('report_rows')
    .innerJoin('projects', 'projects.id', 'report_rows.project_id')
    .select([
      'report_rows.report_id',
      'report_rows.description',
      'report_rows.minutes',
      'projects.name as project_name',
    ])
    .where('report_rows.report_id', 'in', [...ids])
    .orderBy('report_rows.report_id')
    .orderBy('report_rows.position')
  return projectId === undefined ? query : query.where('report_rows.project_id', '=', projectId)
})

/** How much text these reports have, in bytes: of summary, blockers and plan, and of their rows. In the order of `ids`. */
export async function findTextSizes(db: Db, ids: readonly number[]) {
  const found = await textSizes(db, ids)
  const byId = new Map(found.map(size => [size.id, size]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const textSizes = compileOnce((db, ids: readonly number[]) =>
  db
    .selectFrom('reports')
    .leftJoin('report_rows', 'report_rows.report_id', 'reports.id')
    .select([
      'reports.id',
      sql<number>`octet_length(reports.tasks) + coalesce(octet_length(reports.blockers), 0)
        + coalesce(octet_length(reports.tomorrow_plan), 0)`.as('own_bytes'),
      sql<number>`count(report_rows.id)`.as('rows'),
      sql<number>`coalesce(sum(octet_length(report_rows.description)), 0)`.as('row_bytes'),
    ])
    .where('reports.id', 'in', [...ids])
    .groupBy('reports.id'),
)
