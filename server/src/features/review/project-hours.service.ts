import { setImmediate as breathe } from 'node:timers/promises'
import type { ProjectHours } from '#shared/contract/review.ts'
import { addMinutes, hoursNumber } from '#shared/hours.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../refusals.ts'
import { listProjectIds } from '../projects/projects.service.ts'
import { findAnyProject, findHours } from './review.queries.ts'

type HoursRow = Awaited<ReturnType<typeof findHours>>[number]

export async function projectHours(ctx: Context, projectId: number, role?: Role): Promise<ProjectHours> {
  const [project, rows] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    findHours(ctx.db, [projectId], role),
  ])
  if (!project) throw refuse.notFound()
  return presentHours(rows)
}

/** Projects at a time: with all their people they take a few milliseconds. */
const projectsAtATime = 20

/** Every project that is there, in one answer. */
export async function allProjectHours(ctx: Context, role?: Role): Promise<Record<string, ProjectHours>> {
  const ids = await listProjectIds(ctx)
  const hours: Record<string, ProjectHours> = {}
  for (let from = 0; from < ids.length; from += projectsAtATime) {
    const some = ids.slice(from, from + projectsAtATime)
    const byProject = Map.groupBy(await findHours(ctx.db, some, role), row => row.project_id)
    for (const id of some) hours[id] = presentHours(byProject.get(id) ?? [])
    // Thousands of rows take their time: others go first before it goes on.
    await breathe()
  }
  return hours
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
