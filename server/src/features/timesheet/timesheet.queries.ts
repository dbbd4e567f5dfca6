import { sql } from 'kysely'
import type { Role } from '#shared/roles.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

export type MinutesFilter = {
  first: string
  last: string
  people: VisiblePeople
  role?: Role | undefined
  projectId?: number | undefined
}

/** The minutes of each of these days, of the people whom the filter selects. Days without any are left out. */
export async function sumByDay(db: Db, filter: MinutesFilter): Promise<Map<string, number>> {
  const rows = await (filter.projectId === undefined
    ? sumOfReports(db, filter)
    : sumOfProject(db, filter, filter.projectId)
  ).execute()
  return new Map(rows.map(({ date, minutes }) => [date, Number(minutes)]))
}

function sumOfReports(db: Db, { first, last, people, role }: MinutesFilter) {
  return db
    .selectFrom('reports')
    .select(({ fn }) => ['reports.date', fn.sum('reports.minutes').as('minutes')])
    .where('reports.date', '>=', first)
    .where('reports.date', '<=', last)
    .$if(people.ids !== undefined, query => query.where(isOneOf(db, 'reports.user_id', people.ids ?? [])))
    .$if(role !== undefined, query => query.where(hasRole(db, 'reports.user_id', role as Role)))
    .groupBy('reports.date')
}

function sumOfProject(db: Db, { first, last, people, role }: MinutesFilter, projectId: number) {
  return db
    .selectFrom('report_projects')
    .select(({ fn }) => ['report_projects.date', fn.sum('report_projects.minutes').as('minutes')])
    .where('report_projects.project_id', '=', projectId)
    .where('report_projects.date', '>=', first)
    .where('report_projects.date', '<=', last)
    .$if(people.ids !== undefined, query =>
      query.where(isOneOf(db, 'report_projects.user_id', people.ids ?? [])),
    )
    .$if(role !== undefined, query => query.where(hasRole(db, 'report_projects.user_id', role as Role)))
    .groupBy('report_projects.date')
}

const hasRole = (db: Db, column: string, role: Role) =>
  sql<boolean>`${sql.ref(column)} in ${db.selectFrom('users').select('users.id').where('users.role', '=', role)}`

/** The minutes of these reports on a project, for those that have any. `people` are their authors. */
export async function findProjectMinutes(
  db: Db,
  people: VisiblePeople,
  projectId: number,
  reportIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await onlyVisible(
    db,
    db
      .selectFrom('report_projects')
      .select(['report_id', 'minutes'])
      .where('project_id', '=', projectId)
      .where(isOneOf(db, 'report_id', reportIds)),
    people,
    'user_id',
  ).execute()
  return new Map(rows.map(({ report_id, minutes }) => [report_id, minutes]))
}
