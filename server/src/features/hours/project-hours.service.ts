import type { ProjectHours } from '#shared/contract/hours.ts'
import { addMinutes, hoursNumber } from '#shared/hours.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refusals.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { listProjectIds, projectsAtOnce } from '../projects/projects.service.ts'
import { findAnyProject, findHours } from './hours.queries.ts'

type HoursRow = Awaited<ReturnType<typeof findHours>>[number]

export async function projectHours(ctx: Context, projectId: number, role?: Role): Promise<ProjectHours> {
  const [project, rows] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    findHours(ctx.db, [projectId], role),
  ])
  if (!project) throw refuse('not_found')
  return presentHours(rows)
}

/** Every project that is there, in one answer. */
export async function allProjectHours(
  ctx: Context,
  role: Role | undefined,
  isDisconnected: IsDisconnected,
): Promise<Record<string, ProjectHours>> {
  const projects = await listProjectIds(ctx)
  const hours = await mapInChunks(
    projects,
    async ids => {
      const byProject = Map.groupBy(await findHours(ctx.db, ids, role), row => row.project_id)
      return ids.map(id => [id, presentHours(byProject.get(id) ?? [])] as const)
    },
    { chunkSize: await projectsAtOnce(ctx.db, projects.length), isDisconnected },
  )
  return Object.fromEntries(hours)
}

function presentHours(rows: HoursRow[]): ProjectHours {
  return {
    totalHours: hoursNumber(addMinutes(rows.map(row => row.minutes))),
    taskCount: rows.reduce((sum, row) => sum + row.rows, 0),
    userDistribution: rows.map(({ user_id, user_name, minutes }) => ({
      user_id,
      user_name,
      hours: hoursNumber(minutes),
    })),
  }
}
