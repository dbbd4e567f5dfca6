import { setImmediate as breathe } from 'node:timers/promises'
import type { ExportQuery } from '#shared/contract/review.ts'
import { decimalHours, hoursText } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import { rowsOfReports } from '../reports/reports.service.ts'
import { csvCells } from './csv-cell.ts'
import { findExportDays, findExportKeys, findExportReports } from './review.queries.ts'

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

/** Reports at a time: enough to be quick, few enough that nobody else waits. */
const chunkSize = 200
/** Characters: long reports take their time, and a few hundred of them more memory than there is. */
const pieceLength = 250_000
/** Tells Excel that this is UTF-8. */
const byteOrderMark = '\uFEFF'

type ExportReport = Awaited<ReturnType<typeof findExportReports>>[number]
type ExportRow = Awaited<ReturnType<typeof rowsOfReports>>[number]

/**
 * The export, piece by piece: a line for every row of every report, newest date first, then by developer. It holds a
 * few hundred reports at a time, whatever the size, and lets others go first in between. `isStillAllowed` is asked
 * before each piece: whoever loses the right to read loses the rest of the file.
 */
export async function* reportsCsv(ctx: Context, query: ExportQuery, isStillAllowed: () => Promise<boolean>) {
  yield byteOrderMark + line([csvCells(columns)])
  const days = await inTurn(() => findExportDays(ctx.db, query))
  for (const { firstDay, lastDay } of inChunks(days)) {
    const keys = await inTurn(() => findExportKeys(ctx.db, query, firstDay, lastDay))
    keys.sort(byDayAndDeveloper)
    for (let from = 0; from < keys.length; from += chunkSize) {
      if (!(await isStillAllowed())) throw new Error('The right to read reports has ended.')
      const ids = keys.slice(from, from + chunkSize).map(key => key.id)
      const { reports, rows } = await inTurn(() => findChunk(ctx, ids, query.projectId))
      const pieces = piecesOf(ids, reports, rows)
      for (;;) {
        const { value, done } = await inTurn(async () => pieces.next())
        yield value
        if (done) break
      }
    }
  }
}

/** Of all exports that run, one does a piece, then others go first: fifty of them hold nobody up more than one. */
let lastTurn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work)
  lastTurn = turn.then(
    () => breathe(),
    () => breathe(),
  )
  return turn
}

/** In two steps: on SQLite waiting for an answer alone lets nobody else go first. */
async function findChunk(ctx: Context, ids: number[], projectId: number | undefined) {
  const reports = await findExportReports(ctx.db, ids)
  await breathe()
  return { reports, rows: await rowsOfReports(ctx.db, ids, projectId) }
}

/** The lines of these reports in their order, in pieces that are written quickly. */
function* piecesOf(ids: number[], reports: ExportReport[], rows: ExportRow[]) {
  const byId = new Map(reports.map(report => [report.id, report]))
  const byReport = Map.groupBy(rows, row => row.report_id)
  let piece = ''
  for (const id of ids) {
    const report = byId.get(id)
    if (!report) continue
    piece += linesOf(report, byReport.get(id))
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  return piece
}

/** Consecutive days that together have about a chunk of reports. */
function inChunks(days: { day: string; total: number }[]): { firstDay: string; lastDay: string }[] {
  const chunks: { firstDay: string; lastDay: string }[] = []
  let count = Number.POSITIVE_INFINITY
  for (const { day, total } of days) {
    const last = chunks.at(-1)
    if (last && count + total <= chunkSize) {
      last.firstDay = day
      count += total
    } else {
      chunks.push({ firstDay: day, lastDay: day })
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
  return details
    .map(({ project_name, description, minutes }) => {
      const hours = [hoursText(minutes), decimalHours(minutes).replace(' hours', '')]
      return line([before, csvCells([project_name, description, ...hours]), after])
    })
    .join('')
}

const line = (parts: readonly string[]) => `${parts.join(',')}\r\n`
