import { sql } from 'kysely'
import { limits } from '#shared/limits.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'

/** The plan of the author's last report before a day, unless that one is too old. */
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

/** Newest first. A project that is deleted can be in no new report, so its tasks are left out. */
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

/** The rows of the author's last reports before a day, in the projects that there are; newest report first. */
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

/** Those a user wrote, the oldest first: as many as the list of blockers has on a page. */
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
