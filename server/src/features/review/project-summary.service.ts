import type { ProjectSummary } from '#shared/contract/review.ts'
import { hoursNumber } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refusals.ts'
import { rowsOfReports } from '../reports/reports.service.ts'
import { findAnyProject, findAnyUser, findProjectReports } from './review.queries.ts'

type Wish = { projectId: number; userId?: number; limit: number; includeTaskDetails: boolean }

/** Everything done for a project, and only that: hours and tasks of other projects on the same day stay out. */
export async function projectSummary(
  ctx: Context,
  { projectId, userId, limit, includeTaskDetails }: Wish,
): Promise<ProjectSummary> {
  const [project, user, reports] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    userId === undefined ? undefined : findAnyUser(ctx.db, userId),
    findProjectReports(ctx.db, projectId, userId, limit),
  ])
  if (!project) throw refuse.notFound()
  const rows =
    reports.length > 0
      ? await rowsOfReports(
          ctx.db,
          reports.map(report => report.id),
          projectId,
        )
      : []
  const byReport = Map.groupBy(rows, row => row.report_id)
  return {
    project,
    user: user ?? null,
    reports: reports.map(({ id, date, minutes, user_name }) => {
      const own = byReport.get(id) ?? []
      return {
        id,
        project_id: projectId,
        date,
        user_name,
        tasks: own.map(row => row.description).join('; '),
        hours_worked: hoursNumber(minutes),
        ...(includeTaskDetails && {
          task_details: own.map(row => ({
            project_id: row.project_id,
            project_name: row.project_name,
            task_description: row.description,
            hours: hoursNumber(row.minutes),
          })),
        }),
      }
    }),
  }
}
