import { type ProjectSummaryReport, projectSummaryReport } from '#shared/contract/hours.ts'
import { hoursNumber } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { refuse } from '../../http/refusals.ts'
import { writerOf } from '../../http/serialize.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { ellipsis, TextBudget } from '../../lib/text-budget.ts'
import { reportsAtOnce, rowsWithin, shareOfList } from '../reports/reports.service.ts'
import { findAnyProject, findAnyUser, findProjectReports } from './hours.queries.ts'

type Options = { projectId: number; userId?: number; limit: number; includeTaskDetails: boolean }
type SummaryRow = Awaited<ReturnType<typeof findProjectReports>>[number]

const writeReport = writerOf(projectSummaryReport)

/**
 * Everything done for a project, and only that: hours and tasks of other projects on the same day stay out. As JSON, a
 * `ProjectSummary`: a thousand reports have up to a hundred thousand rows, and written in one go they would hold up
 * all other requests.
 */
export async function projectSummary(
  ctx: Context,
  { projectId, userId, limit, includeTaskDetails }: Options,
  isDisconnected: IsDisconnected,
): Promise<Buffer> {
  const [project, user, found] = await Promise.all([
    findAnyProject(ctx.db, projectId),
    userId === undefined ? undefined : findAnyUser(ctx.db, userId),
    findProjectReports(ctx.db, projectId, userId, limit),
  ])
  if (!project) throw refuse('not_found')
  // With details every description is there twice.
  const share = Math.floor(shareOfList(found.length) / (includeTaskDetails ? 2 : 1))
  const parts = await mapInChunks(
    found,
    async part => {
      const presented = await presentPart(ctx.db, part, { projectId, share, includeTaskDetails })
      // As bytes: text that is put together of many small pieces takes ten times the room until it is sent.
      return [Buffer.from(presented.map(writeReport).join())]
    },
    { chunkSize: reportsAtOnce, isDisconnected },
  )
  const head = JSON.stringify({ project, user: user ?? null })
  const between = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from(','), part]))
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"reports":[`), ...between, Buffer.from(']}')])
}

async function presentPart(
  db: Db,
  part: readonly SummaryRow[],
  { projectId, share, includeTaskDetails }: { projectId: number; share: number; includeTaskDetails: boolean },
): Promise<ProjectSummaryReport[]> {
  const budgets = new Map(part.map(({ id }) => [id, new TextBudget(share)]))
  const rows = await rowsWithin(db, budgets, { projectId })
  return part.map(({ id, date, minutes, user_name }) => {
    const own = rows.get(id) ?? []
    const isShortened = budgets.get(id)?.isShortened ?? false
    return {
      id,
      project_id: projectId,
      date,
      user_name,
      tasks: joined(own, isShortened),
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

/** Rows that do not fit are represented by one "…". */
function joined(rows: readonly { description: string }[], isShortened: boolean): string {
  const descriptions = rows.map(row => row.description)
  const cutAt = isShortened ? descriptions.indexOf(ellipsis) : -1
  return (cutAt < 0 ? descriptions : descriptions.slice(0, cutAt + 1)).join('; ')
}
