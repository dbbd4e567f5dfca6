import { sql } from 'kysely'
import type { ExportQuery } from '#shared/contract/exports.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { findDays } from '../../db/day-counts.ts'
import { isOneOf, isOneOfTexts } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'
import { reviewStateOfShare, selectReportsOf } from '../reports/reports.service.ts'

export type ExportFilter = Omit<ExportQuery, 'userId' | 'teamId'> & { people: VisiblePeople }

/** The days an export covers, newest first, and how many reports each has. */
export async function findExportDays(db: Db, { people, ...filter }: ExportFilter) {
  const { projectId, review, ...span } = filter
  if (people.ids === undefined) {
    const days = await findDays(db, { subject: 'reports', projectId, review }, span)
    // `findExportKeys` reads all reports of a project on these days, whatever their review state.
    return projectId === undefined ? days : days.map(({ day, all }) => ({ day, total: all }))
  }
  const rows = await selectReportsOf(db, people.ids, filter)
    .select(['reports.date as day', db.fn.countAll<number>().as('total')])
    .groupBy('reports.date')
    .orderBy('reports.date', 'desc')
    .execute()
  return rows.map(({ day, total }) => ({ day, total: Number(total) }))
}

/** The reports of an export on these days, in no particular order. `days` has the newest first. */
export function findExportKeys(db: Db, { people, projectId, review }: ExportFilter, days: readonly string[]) {
  const [firstDay = '', lastDay = ''] = [days.at(-1), days[0]]
  if (people.ids !== undefined) {
    return selectReportsOf(db, people.ids, { projectId, review, startDate: firstDay, endDate: lastDay })
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
    // Days between the first and the last may have no report in this state, so only the given days are read.
    return query
      .where(isOneOfTexts(db, 'report_projects.date', days))
      .where(reviewStateOfShare, '=', review)
      .execute()
  }
  return findKeysOfDays(db, firstDay, lastDay, review)
}

const findKeysOfDays = compileOnce((db, firstDay: string, lastDay: string, review?: ReviewState) => {
  const query = db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select(['reports.id', 'reports.date', 'users.name'])
    .where('reports.date', '>=', firstDay)
    .where('reports.date', '<=', lastDay)
  return review === undefined ? query : query.where('reports.review_state', '=', review)
})

/** In no particular order. */
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

/** The rows of these reports in their order, or only those of one project. */
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

/** How many lines these reports have in an export, of all projects or of one: at least one for each report. */
export async function countLines(db: Db, ids: readonly number[], projectId?: number): Promise<number> {
  const { lines } = await db
    .selectFrom('reports')
    .leftJoin('report_rows', join => {
      const ofReport = join.onRef('report_rows.report_id', '=', 'reports.id')
      return projectId === undefined ? ofReport : ofReport.on('report_rows.project_id', '=', projectId)
    })
    .select(db.fn.countAll<number>().as('lines'))
    .where(isOneOf(db, 'reports.id', ids))
    .executeTakeFirstOrThrow()
  return Number(lines)
}

/** The bytes of text of these reports, in the order of `ids`: of summary, blockers and plan, and of their rows. */
export async function findTextSizes(db: Db, ids: readonly number[]) {
  const found = await findSizes(db, ids)
  const byId = new Map(found.map(size => [size.id, size]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const findSizes = compileOnce((db, ids: readonly number[]) =>
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
