import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { runInNextTick } from '../../lib/map-in-chunks.ts'
import {
  countLines,
  type ExportFilter,
  findExportDays,
  findExportKeys,
  findExportReports,
  findExportRows,
  findTextSizes,
} from './exports.queries.ts'

// What the CSV and the XLSX export have in common: their columns, and how reports are read.

export const columns = [
  'Date',
  'Developer',
  'Email',
  'Role',
  'Project',
  'Task',
  'Hours',
  'Decimal Hours',
  'Report Summary',
  'Blockers',
  "Tomorrow's Plan",
  'Submitted At',
  'Edited',
] as const

/** Reports per chunk. With more, other requests would wait for the event loop. */
const chunkSize = 200
/** Bytes of text per chunk. A few hundred long reports at once could exceed the memory. */
const chunkBytesMax = 250_000

export type ExportReport = Awaited<ReturnType<typeof findExportReports>>[number]
type ExportRow = Awaited<ReturnType<typeof findExportRows>>[number]
export type ExportDetail = Pick<ExportRow, 'project_name' | 'description' | 'minutes'>

/** Writes the lines of a report: one for each of its details. */
export type WriteReport = (report: ExportReport, details: readonly ExportDetail[]) => string

/**
 * The lines of an export, chunk by chunk: one for every row of every report, newest date first, then by developer. At most a
 * few hundred reports are in memory, and other requests run between the chunks. `isStillAllowed` is called before each
 * chunk: a user who loses the right to read does not get the rest of the file.
 */
export async function* readReports(
  ctx: Context,
  filter: ExportFilter,
  isStillAllowed: () => Promise<boolean>,
  write: WriteReport,
) {
  const days = await runInNextTick(() => findExportDays(ctx.db, filter))
  for (const group of groupDays(days, chunkSize)) {
    const keys = await runInNextTick(() => findExportKeys(ctx.db, filter, group))
    keys.sort(byDayAndDeveloper)
    for (let from = 0; from < keys.length; from += chunkSize) {
      const chunk = keys.slice(from, from + chunkSize).map(key => key.id)
      const sizes = await runInNextTick(() => findTextSizes(ctx.db, chunk))
      for (const ids of splitBySize(sizes)) {
        // `isStillAllowed` is called inside, after the wait for other exports, which can be long.
        yield await runInNextTick(() => readLines(ctx, ids, filter.projectId, isStillAllowed, write))
      }
    }
  }
}

/** Reports whose lines are counted in one step: only two indexes are read. */
const countedAtOnce = 2000

/** Whether an export has more than `max` lines. Reads no more than it needs for the answer. */
export async function hasMoreLines(ctx: Context, filter: ExportFilter, max: number): Promise<boolean> {
  const days = await runInNextTick(() => findExportDays(ctx.db, filter))
  const reports = days.reduce((sum, { total }) => sum + total, 0)
  // Each report has at least one line, and not more than rows are allowed.
  if (reports > max) return true
  if (reports * limits.rowsMax <= max) return false
  let lines = 0
  for (const group of groupDays(days, countedAtOnce)) {
    lines += await runInNextTick(async () => {
      const keys = await findExportKeys(ctx.db, filter, group)
      return countLines(
        ctx.db,
        keys.map(({ id }) => id),
        filter.projectId,
      )
    })
    if (lines > max) return true
  }
  return false
}

/**
 * Takes steps of a few milliseconds: SQLite answers synchronously, so awaiting a query lets no other request run.
 * PostgreSQL gets all queries before it has answered the first, and answers them in one round trip.
 */
async function readLines(
  ctx: Context,
  ids: number[],
  projectId: number | undefined,
  isStillAllowed: () => Promise<boolean>,
  write: WriteReport,
): Promise<string> {
  const [isAllowed, reports, rows] = await Promise.all([
    isStillAllowed(),
    findExportReports(ctx.db, ids),
    yieldToEventLoop().then(() => findExportRows(ctx.db, ids, projectId)),
  ])
  if (!isAllowed) throw new Error('The right to read reports has ended.')
  await yieldToEventLoop()
  const byId = new Map(reports.map(report => [report.id, report]))
  const byReport = Map.groupBy(rows, row => row.report_id)
  let text = ''
  for (const id of ids) {
    const report = byId.get(id)
    if (report) text += write(report, byReport.get(id) ?? [summaryOf(report)])
  }
  return text
}

/** The detail of a report without rows. */
const summaryOf = ({ tasks, minutes }: ExportReport): ExportDetail => ({
  project_name: '',
  description: tasks,
  minutes,
})

/** Splits a chunk into runs of reports that stay below the limit of bytes. A longer report is a run of its own. */
function splitBySize(sizes: Awaited<ReturnType<typeof findTextSizes>>): number[][] {
  const runs: number[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { id, own_bytes, rows, row_bytes } of sizes) {
    // Summary, blockers and plan are repeated on every line.
    const size = own_bytes * Math.max(1, rows) + row_bytes
    bytes += size
    const last = runs.at(-1)
    if (last && bytes <= chunkBytesMax) last.push(id)
    else {
      runs.push([id])
      bytes = size
    }
  }
  return runs
}

/** Groups consecutive days that together have about as many reports as this. */
function groupDays(days: { day: string; total: number }[], size: number): string[][] {
  const chunks: string[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const { day, total } of days) {
    const last = chunks.at(-1)
    if (last && count + total <= size) {
      last.push(day)
      count += total
    } else {
      chunks.push([day])
      count = total
    }
  }
  return chunks
}

type ExportKey = Awaited<ReturnType<typeof findExportKeys>>[number]

function byDayAndDeveloper(a: ExportKey, b: ExportKey): number {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  if (a.name !== b.name) return a.name < b.name ? -1 : 1
  return a.id - b.id
}
