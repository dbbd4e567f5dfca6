import { type ProjectHours, type ProjectSummaryReport, projectSummaryReport } from '#shared/contract/hours.ts'
import { addMinutes, hoursNumber } from '#shared/hours.ts'
import type { Role } from '#shared/roles.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse } from '../../http/refusals.ts'
import { writerOf } from '../../http/serialize.ts'
import { narrowTo, type VisiblePeople, visiblePeople } from '../../identity/visible-people.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { ellipsis, TextBudget } from '../../lib/text-budget.ts'
import { getProjectsPerChunk, listProjectIds } from '../projects/projects.service.ts'
import { findShortenedRows, reportsPerChunk, textBytesPerReport } from '../reports/reports.service.ts'
import { findAnyProject, findAnyUser, findHours, findProjectReports } from './hours.queries.ts'

type HoursRow = Awaited<ReturnType<typeof findHours>>[number]

export async function projectHours(
  ctx: Context,
  viewer: SignedIn,
  projectId: number,
  role?: Role,
): Promise<ProjectHours> {
  const people = await visiblePeople(ctx.db, viewer)
  const [project, rows] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    findHours(ctx.db, people, [projectId], role),
  ])
  if (!project) throw refuse('not_found')
  return presentHours(people, rows)
}

/** The hours of all projects, by project id. */
export async function allProjectHours(
  ctx: Context,
  viewer: SignedIn,
  role: Role | undefined,
  isDisconnected: IsDisconnected,
): Promise<Record<string, ProjectHours>> {
  const [projects, people] = await Promise.all([listProjectIds(ctx), visiblePeople(ctx.db, viewer)])
  const hours = await mapInChunks(
    projects,
    async ids => {
      const byProject = Map.groupBy(await findHours(ctx.db, people, ids, role), row => row.project_id)
      return ids.map(id => [id, presentHours(people, byProject.get(id) ?? [])] as const)
    },
    { chunkSize: await getProjectsPerChunk(ctx.db, projects.length), isDisconnected },
  )
  return Object.fromEntries(hours)
}

/** Only a limited manager reads hours of some people without having asked for it. */
const isOfTeams = (people: VisiblePeople) => people.ids !== undefined

function presentHours(people: VisiblePeople, rows: HoursRow[]): ProjectHours {
  return {
    totalHours: hoursNumber(addMinutes(rows.map(row => row.minutes))),
    taskCount: rows.reduce((sum, row) => sum + row.rows, 0),
    userDistribution: rows.map(({ user_id, user_name, minutes }) => ({
      user_id,
      user_name,
      hours: hoursNumber(minutes),
    })),
    of_your_teams: isOfTeams(people),
  }
}

type Options = { projectId: number; userId?: number; limit: number; includeTaskDetails: boolean }
type SummaryRow = Awaited<ReturnType<typeof findProjectReports>>[number]

const writeReport = writerOf(projectSummaryReport)

/**
 * A `ProjectSummary` as JSON. It contains only the hours and tasks of this project. A thousand reports have up to a hundred
 * thousand rows: serialized at once they would block all other requests.
 */
export async function projectSummary(
  ctx: Context,
  viewer: SignedIn,
  { projectId, userId, limit, includeTaskDetails }: Options,
  isDisconnected: IsDisconnected,
): Promise<Buffer> {
  const people = await visiblePeople(ctx.db, viewer)
  const [project, user, found] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    userId === undefined ? undefined : findAnyUser(ctx.db, people, userId),
    findProjectReports(ctx.db, narrowTo(people, userId), projectId, limit),
  ])
  if (!project) throw refuse('not_found')
  // With details, every description is sent twice.
  const share = Math.floor(textBytesPerReport(found.length) / (includeTaskDetails ? 2 : 1))
  const parts = await mapInChunks(
    found,
    async part => {
      const presented = await presentChunk(ctx.db, part, { projectId, share, includeTaskDetails })
      // A string that is joined from many small ones takes ten times the memory of a buffer until it is sent.
      return [Buffer.from(presented.map(writeReport).join())]
    },
    { chunkSize: reportsPerChunk, isDisconnected },
  )
  const head = JSON.stringify({ project, user: user ?? null, of_your_teams: isOfTeams(people) })
  const between = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part]))
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"reports":[`), ...between, Buffer.from(']}')])
}

async function presentChunk(
  db: Db,
  part: readonly SummaryRow[],
  { projectId, share, includeTaskDetails }: { projectId: number; share: number; includeTaskDetails: boolean },
): Promise<ProjectSummaryReport[]> {
  const budgets = new Map(part.map(({ id }) => [id, new TextBudget(share)]))
  const rows = await findShortenedRows(db, budgets, { projectId })
  return part.map(({ id, date, minutes, user_name }) => {
    const own = rows.get(id) ?? []
    const isShortened = budgets.get(id)?.isShortened ?? false
    return {
      id,
      project_id: projectId,
      date,
      user_name,
      tasks: joinDescriptions(own, isShortened),
      hours_worked: hoursNumber(minutes),
      is_shortened: isShortened,
      ...(includeTaskDetails && {
        task_details: own.map(row => ({
          project_id: row.project_id,
          project_name: row.project_name,
          task_description: row.description,
          hours: hoursNumber(row.minutes),
        })),
      }),
    }
  })
}

/** Rows that don't fit the text budget are replaced by one "…". */
function joinDescriptions(rows: readonly { description: string }[], isShortened: boolean): string {
  const descriptions = rows.map(row => row.description)
  const cutAt = isShortened ? descriptions.indexOf(ellipsis) : -1
  return (cutAt < 0 ? descriptions : descriptions.slice(0, cutAt + 1)).join('; ')
}
