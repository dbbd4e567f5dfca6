import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ExportQuery } from '#shared/contract/exports.ts'
import { decimalHours, hoursText } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import { runInNextTick } from '../../lib/map-in-chunks.ts'
import { csvCell, csvCells } from './csv-cell.ts'
import {
  findExportDays,
  findExportKeys,
  findExportReports,
  findExportRows,
  findTextSizes,
} from './exports.queries.ts'

const columns = [
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
]

/** Reports per chunk: enough to be quick, few enough that other requests don't wait. */
const chunkSize = 200
/** Bytes of text at a time: a few hundred long reports would be more than there is memory for. */
const longestBytes = 250_000
/** Tells Excel that this is UTF-8. */
const byteOrderMark = '\uFEFF'

type ExportReport = Awaited<ReturnType<typeof findExportReports>>[number]
type ExportRow = Awaited<ReturnType<typeof findExportRows>>[number]

/**
 * The export, chunk by chunk: a line for every row of every report, newest date first, then by developer. It holds a
 * few hundred reports at a time, whatever the size, and yields to other requests in between. `isStillAllowed` is
 * called before each chunk: a user who loses the right to read does not get the rest of the file.
 */
export async function* reportsCsv(ctx: Context, query: ExportQuery, isStillAllowed: () => Promise<boolean>) {
  yield `${byteOrderMark}${csvCells(columns)}\r\n`
  const days = await runInNextTick(() => findExportDays(ctx.db, query))
  for (const some of inChunks(days)) {
    const keys = await runInNextTick(() => findExportKeys(ctx.db, query, some))
    keys.sort(byDayAndDeveloper)
    for (let from = 0; from < keys.length; from += chunkSize) {
      const chunk = keys.slice(from, from + chunkSize).map(key => key.id)
      const sizes = await runInNextTick(() => findTextSizes(ctx.db, chunk))
      for (const ids of inPieces(sizes)) {
        // Checked after the wait: other exports may have taken long.
        yield await runInNextTick(() => linesOfReports(ctx, ids, query.projectId, isStillAllowed))
      }
    }
  }
}

/**
 * In steps of a few milliseconds: SQLite answers synchronously, so awaiting it alone lets no other request run.
 * PostgreSQL gets all queries before it has answered the first, and answers them in one round trip.
 */
async function linesOfReports(
  ctx: Context,
  ids: number[],
  projectId: number | undefined,
  isStillAllowed: () => Promise<boolean>,
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
    if (report) text += linesOf(report, byReport.get(id))
  }
  return text
}

/** Consecutive reports whose lines together are not too long; one that is too long by itself is a piece of its own. */
function inPieces(sizes: Awaited<ReturnType<typeof findTextSizes>>): number[][] {
  const pieces: number[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { id, own_bytes, rows, row_bytes } of sizes) {
    // Summary, blockers and plan stand on every line.
    const size = own_bytes * Math.max(1, rows) + row_bytes
    bytes += size
    const last = pieces.at(-1)
    if (last && bytes <= longestBytes) last.push(id)
    else {
      pieces.push([id])
      bytes = size
    }
  }
  return pieces
}

/** Consecutive days that together have about a chunk of reports. */
function inChunks(days: { day: string; total: number }[]): string[][] {
  const chunks: string[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const { day, total } of days) {
    const last = chunks.at(-1)
    if (last && count + total <= chunkSize) {
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

/** One line with the plain text for a report without rows. */
function linesOf(report: ExportReport, rows: ExportRow[] = []): string {
  const before = csvCells([report.date, report.name, report.email, report.role])
  const after = csvCells([
    report.tasks,
    report.blockers ?? '',
    report.tomorrow_plan ?? '',
    report.created_at,
    report.edited_at === null ? 'No' : 'Yes',
  ])
  const details =
    rows.length > 0 ? rows : [{ project_name: '', description: report.tasks, minutes: report.minutes }]
  let lines = ''
  for (const { project_name, description, minutes } of details) {
    const work = `${csvCell(project_name)},${csvCell(description)}`
    const decimal = decimalHours(minutes).replace(' hours', '')
    lines += `${before},${work},${hoursText(minutes)},${decimal},${after}\r\n`
  }
  return lines
}
