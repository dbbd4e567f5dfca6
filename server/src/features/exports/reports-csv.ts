import { decimalHours, hoursText } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import { byteOrderMark, csvCell, csvCells } from '../../lib/csv-cell.ts'
import type { ExportFilter } from './exports.queries.ts'
import { columns, readReports, type WriteReport } from './read-reports.ts'

export async function* reportsCsv(
  ctx: Context,
  filter: ExportFilter,
  isStillAllowed: () => Promise<boolean>,
) {
  yield `${byteOrderMark}${csvCells(columns)}\r\n`
  yield* readReports(ctx, filter, isStillAllowed, reportLines)
}

const reportLines: WriteReport = (report, details) => {
  const before = csvCells([report.date, report.name, report.email, report.role])
  const after = csvCells([
    report.tasks,
    report.blockers ?? '',
    report.tomorrow_plan ?? '',
    report.created_at,
    report.edited_at === null ? 'No' : 'Yes',
  ])
  let lines = ''
  for (const { project_name, description, minutes } of details) {
    const work = `${csvCell(project_name)},${csvCell(description)}`
    const decimal = decimalHours(minutes).replace(' hours', '')
    lines += `${before},${work},${hoursText(minutes)},${decimal},${after}\r\n`
  }
  return lines
}
