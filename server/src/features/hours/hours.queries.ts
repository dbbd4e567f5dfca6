import type { Role } from '#shared/roles.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { isVisible, onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'
import { findReportPage } from '../reports/reports.service.ts'

/** Finds deleted projects too, because their hours can still be read. */
export const findAnyProject = compileOnceForOne((db, id: number) =>
  db.selectFrom('projects').select(['id', 'name']).where('id', '=', id),
)

export async function findAnyUser(db: Db, people: VisiblePeople, id: number) {
  return isVisible(people, id)
    ? db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
    : undefined
}

function selectHours(db: Db, projectIds: readonly number[], role?: Role) {
  const query = db
    .selectFrom('project_people')
    .innerJoin('users', 'users.id', 'project_people.user_id')
    .select([
      'project_people.project_id',
      'project_people.user_id',
      'users.name as user_name',
      'project_people.minutes',
      'project_people.rows',
    ])
    .where('project_people.project_id', 'in', projectIds)
    .orderBy('project_people.minutes', 'desc')
    .orderBy('project_people.user_id')
  return role === undefined ? query : query.where('users.role', '=', role)
}
const findHoursOfAll = compileOnce(selectHours)

/** Hours per user, most first, from the sums that are stored for each user. */
export function findHours(db: Db, people: VisiblePeople, projectIds: readonly number[], role?: Role) {
  return people.ids === undefined
    ? findHoursOfAll(db, projectIds, role)
    : onlyVisible(db, selectHours(db, projectIds, role), people, 'project_people.user_id').execute()
}

/** The reports on a project, newest first. */
export async function findProjectReports(db: Db, people: VisiblePeople, projectId: number, limit: number) {
  const all = db
    .selectFrom('report_projects')
    .innerJoin('users', 'users.id', 'report_projects.user_id')
    .select([
      'report_projects.report_id as id',
      'report_projects.date',
      'report_projects.minutes',
      'users.name as user_name',
    ])
    .where('report_projects.project_id', '=', projectId)
  if (people.ids === undefined)
    return all
      .orderBy('report_projects.date', 'desc')
      .orderBy('report_projects.report_id', 'desc')
      .limit(limit)
      .execute()
  // The reports of these people are fewer than those of all people of the project.
  const { ids } = await findReportPage(db, { people, projectId }, limit, 0)
  const rows = await all.where(isOneOf(db, 'report_projects.report_id', ids)).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
