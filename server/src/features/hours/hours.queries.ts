import type { Role } from '#shared/roles.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import type { Db } from '../../db/schema.ts'

/** Finds deleted projects too, because their hours can still be read. */
export const findAnyProject = compileOnceForOne((db, id: number) =>
  db.selectFrom('projects').select(['id', 'name']).where('id', '=', id),
)

export function findAnyUser(db: Db, id: number) {
  return db.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
}

/** Hours per user, most first, from the stored sums. */
export const findHours = compileOnce((db, projectIds: readonly number[], role?: Role) => {
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
})

/** The reports on a project, newest first. */
export function findProjectReports(db: Db, projectId: number, userId: number | undefined, limit: number) {
  const query = db
    .selectFrom('report_projects')
    .innerJoin('users', 'users.id', 'report_projects.user_id')
    .select([
      'report_projects.report_id as id',
      'report_projects.date',
      'report_projects.minutes',
      'users.name as user_name',
    ])
    .where('report_projects.project_id', '=', projectId)
    .limit(limit)
  if (userId === undefined) {
    return query
      .orderBy('report_projects.date', 'desc')
      .orderBy('report_projects.report_id', 'desc')
      .execute()
  }
  // Reads the index of the user's reports, which are fewer than those of all users of the project.
  return query
    .innerJoin('reports', 'reports.id', 'report_projects.report_id')
    .where('reports.user_id', '=', userId)
    .orderBy('reports.date', 'desc')
    .execute()
}
