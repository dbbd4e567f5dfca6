import type { ListedReport } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import type { Db } from '../../db/schema.ts'
import { ellipsis, TextBudget } from '../../lib/text-budget.ts'
import { presentListedReport } from './reports.presenter.ts'
import {
  addTitles,
  type DetailRow,
  findDescriptions,
  findReportsByIds,
  findRowHeads,
} from './reports.queries.ts'

// A list answers with a bounded amount of text, whatever its reports hold. Each report has an equal share of it, and
// texts beyond that share stay in the database: read first and cut afterwards, a hundred long reports would be 70 MB.

/** Bytes of text for each of so many reports in a list. */
export const shareOfList = (reports: number) => Math.floor(limits.listTextBytes / Math.max(1, reports))

/** The longest reports, this many, take about 20 ms to read. */
export const reportsAtOnce = 10

type Options = { share: number; projectId: number | undefined; include_task_details: boolean }

export async function listWithin(
  db: Db,
  ids: readonly number[],
  { share, projectId, include_task_details }: Options,
): Promise<ListedReport[]> {
  // A character more than fits: what is cut here is cut there as well.
  const reports = await findReportsByIds(db, ids, share + 1, projectId)
  const budgets = new Map<number, TextBudget>()
  // In place, here and below: copies of all rows would cost more than reading them.
  for (const report of reports) {
    const budget = new TextBudget(share)
    budgets.set(report.id, budget)
    report.tasks = budget.take(report.tasks)
    report.blockers = budget.takeOptional(report.blockers)
    report.tomorrow_plan = budget.takeOptional(report.tomorrow_plan)
  }
  const rows = include_task_details ? await rowsWithin(db, budgets, { withTasks: true }) : undefined
  return reports.map(report =>
    presentListedReport(
      report,
      rows && (rows.get(report.id) ?? []),
      budgets.get(report.id)?.isShortened ?? false,
    ),
  )
}

type Which = { projectId?: number; withTasks?: boolean }

/** The rows of each report as far as its budget goes; those of one project only, if it is given. */
export async function rowsWithin(
  db: Db,
  budgets: ReadonlyMap<number, TextBudget>,
  { projectId, withTasks = false }: Which,
): Promise<Map<number, DetailRow[]>> {
  if (budgets.size === 0) return new Map()
  const found: Head[] = await findRowHeads(db, [...budgets.keys()], projectId)
  if (withTasks) await addTitles(db, found)
  const heads = Map.groupBy(found, row => row.report_id)
  const { ids, longest } = longRowsThatFit(heads, budgets)
  const descriptions = await findDescriptions(db, ids, longest)
  const rows = new Map<number, DetailRow[]>()
  for (const [id, budget] of budgets) rows.set(id, takeRows(heads.get(id) ?? [], descriptions, budget))
  return rows
}

type Head = Awaited<ReturnType<typeof findRowHeads>>[number] & Pick<DetailRow, 'task_title'>

/** Rows with long descriptions for which there is room, and the characters that fit at most. */
function longRowsThatFit(heads: Map<number, Head[]>, budgets: ReadonlyMap<number, TextBudget>) {
  const ids: number[] = []
  let longest = 0
  for (const [reportId, budget] of budgets) {
    let { bytesLeft } = budget
    longest = Math.max(longest, bytesLeft + 1)
    for (const row of heads.get(reportId) ?? []) {
      if (row.description === null && bytesLeft > 0) ids.push(row.id)
      bytesLeft -= row.bytes
    }
  }
  return { ids, longest }
}

function takeRows(
  heads: readonly Head[],
  descriptions: ReadonlyMap<number, string>,
  budget: TextBudget,
): DetailRow[] {
  // Names and titles have as much room of their own: a hundred rows may repeat one long name.
  const names = new TextBudget(budget.bytes)
  const rows = heads.slice(0, limits.rowsMax)
  for (const row of rows) {
    row.description = budget.take(row.description ?? descriptions.get(row.id) ?? ellipsis)
    row.project_name = names.take(row.project_name)
    if (row.task_title !== undefined) row.task_title = names.take(row.task_title)
  }
  if (names.isShortened || heads.length > rows.length) budget.isShortened = true
  return rows as (Head & { description: string })[]
}
