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

/** Reports per chunk. With more, other requests would wait for the event loop. */
const chunkSize = 200
/** Bytes of text per chunk. A few hundred long reports at once could exceed the memory. */
const chunkBytesMax = 250_000
/** Tells Excel that this is UTF-8. */
const byteOrderMark = '\uFEFF'

type ExportReport = Awaited<ReturnType<typeof findExportReports>>[number]
type ExportRow = Awaited<ReturnType<typeof findExportRows>>[number]

/**
 * The export, chunk by chunk: a line for every row of every report, newest date first, then by developer. At most a few
 * hundred reports are in memory, and other requests run between the chunks. `isStillAllowed` is called before each chunk: a
 * user who loses the right to read does not get the rest of the file.
 */
export async function* reportsCsv(ctx: Context, query: ExportQuery, isStillAllowed: () => Promise<boolean>) {
  yield `${byteOrderMark}${csvCells(columns)}\r\n`
  const days = await runInNextTick(() => findExportDays(ctx.db, query))
  for (const group of groupDays(days)) {
    const keys = await runInNextTick(() => findExportKeys(ctx.db, query, group))
    keys.sort(byDayAndDeveloper)
    for (let from = 0; from < keys.length; from += chunkSize) {
      const chunk = keys.slice(from, from + chunkSize).map(key => key.id)
      const sizes = await runInNextTick(() => findTextSizes(ctx.db, chunk))
      for (const ids of splitBySize(sizes)) {
        // `isStillAllowed` is called inside, after the wait for other exports, which can be long.
        yield await runInNextTick(() => readLines(ctx, ids, query.projectId, isStillAllowed))
      }
    }
  }
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
    if (report) text += reportLines(report, byReport.get(id))
  }
  return text
}

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

/** Groups consecutive days that together have about a chunk of reports. */
function groupDays(days: { day: string; total: number }[]): string[][] {
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

/** A report without rows gets one line with its summary as the task. */
function reportLines(report: ExportReport, rows: ExportRow[] = []): string {
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
