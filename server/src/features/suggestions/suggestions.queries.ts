import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'

/** Finds the plan of the author's last report before a day, if it isn't older than `oldest`. */
export const findLastPlan = compileOnceForOne((db, userId: number, before: string, oldest: string) =>
  db
    .selectFrom('reports')
    .select(['id', 'date', 'tomorrow_plan'])
    .where('user_id', '=', userId)
    .where('date', '<', before)
    .where('date', '>=', oldest)
    .orderBy('date', 'desc')
    .limit(1),
)

/** Finds tasks, newest first. Tasks of deleted projects are left out, because a new report can't name them. */
export const findTasksIn = compileOnce((db, userId: number, status: 'in_progress' | 'pending') =>
  db
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .select(['tasks.id', 'tasks.title', 'tasks.project_id', 'projects.name as project_name'])
    .where('tasks.assigned_to', '=', userId)
    .where('tasks.status', '=', status)
    .where('projects.deleted_at', 'is', null)
    .orderBy('tasks.created_at', 'desc')
    .orderBy('tasks.id', 'desc')
    .limit(sql.lit(limits.suggestedTasksMax)),
)

/** Finds the rows of the author's last reports before a day, newest report first. Rows of deleted projects are left out. */
export const findRecentRows = compileOnce((db, userId: number, before: string) =>
  db
    .selectFrom(
      db
        .selectFrom('reports')
        .select(['reports.id', 'reports.date'])
        .where('reports.user_id', '=', userId)
        .where('reports.date', '<', before)
        .orderBy('reports.date', 'desc')
        .limit(sql.lit(limits.recentReports))
        .as('recent'),
    )
    .innerJoin('report_rows', 'report_rows.report_id', 'recent.id')
    .innerJoin('projects', 'projects.id', 'report_rows.project_id')
    .select(['report_rows.description', 'report_rows.project_id', 'projects.name as project_name'])
    .where('projects.deleted_at', 'is', null)
    .orderBy('recent.date', 'desc')
    .orderBy('report_rows.position'),
)

/** Finds a user's open blockers, the oldest first, at most one page of the list of blockers. */
export const findOpenBlockers = compileOnce((db, userId: number) =>
  db
    .selectFrom('blockers')
    .select(['id', 'text', 'opened_on'])
    .where('user_id', '=', userId)
    .where('resolved_at', 'is', null)
    .orderBy('opened_on')
    .orderBy('id')
    .limit(sql.lit(limits.pageSize)),
)
