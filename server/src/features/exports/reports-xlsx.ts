import { limits } from '#shared/limits.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../http/refusals.ts'
import { dayCell, decimalCell, durationCell, instantCell, rowOf, textCell, xlsx } from '../../lib/xlsx.ts'
import type { ExportFilter } from './exports.queries.ts'
import { columns, hasMoreLines, readReports, type WriteReport } from './read-reports.ts'

const widths: Record<(typeof columns)[number], number> = {
  Date: 11,
  Developer: 22,
  Email: 28,
  Role: 11,
  Project: 22,
  Task: 50,
  Hours: 8,
  'Decimal Hours': 14,
  'Report Summary': 50,
  Blockers: 30,
  "Tomorrow's Plan": 30,
  'Submitted At': 21,
  Edited: 8,
}

/** Refuses an export with more lines than a sheet has rows, before the file begins. The first row is the heading. */
export async function assertFitsSheet(ctx: Context, filter: ExportFilter): Promise<void> {
  if (await hasMoreLines(ctx, filter, limits.sheetRowsMax - 1)) throw refuse('too_many_rows')
}

/** The rows and columns of the CSV export, with hours, dates and times as numbers. */
export function reportsXlsx(ctx: Context, filter: ExportFilter, isStillAllowed: () => Promise<boolean>) {
  return xlsx({
    name: 'Reports',
    widths: columns.map(name => widths[name]),
    printTitle: 'Reports',
    rows: sheetRows(ctx, filter, isStillAllowed),
  })
}

async function* sheetRows(ctx: Context, filter: ExportFilter, isStillAllowed: () => Promise<boolean>) {
  let row = 1
  yield rowOf(
    row,
    columns.map(name => textCell(name, 'heading')),
  )
  const writeReport: WriteReport = (report, details) => {
    // Reports that were submitted after the lines were counted.
    if (row + details.length > limits.sheetRowsMax) throw new Error('The sheet has no room for more rows.')
    const before = [
      dayCell(report.date),
      textCell(report.name),
      textCell(report.email),
      textCell(report.role),
    ]
    const after = [
      textCell(report.tasks),
      textCell(report.blockers ?? ''),
      textCell(report.tomorrow_plan ?? ''),
      instantCell(report.created_at),
      textCell(report.edited_at === null ? 'No' : 'Yes'),
    ]
    let rows = ''
    for (const { project_name, description, minutes } of details) {
      const work = [
        textCell(project_name),
        textCell(description),
        durationCell(minutes),
        decimalCell(minutes),
      ]
      rows += rowOf(++row, [...before, ...work, ...after])
    }
    return rows
  }
  yield* readReports(ctx, filter, isStillAllowed, writeReport)
}
