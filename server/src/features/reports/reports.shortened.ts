import type { ListedReport } from '#shared/contract/reports.ts'
import { limits } from '#shared/limits.ts'
import type { Db } from '../../db/schema.ts'
import { ellipsis, TextBudget } from '../../lib/text-budget.ts'
import { presentListedReport } from './reports.presenter.ts'
import {
  addTaskTitles,
  type DetailRow,
  findDescriptions,
  findReportsByIds,
  findRowHeads,
} from './reports.queries.ts'

// A list has a bounded amount of text, and each report gets an equal share of it. Texts are cut in the database, because
// reading a hundred long reports in full would take 70 MB.

/** The bytes of text for each report of a list. */
export const textBytesPerReport = (reports: number) => Math.floor(limits.listTextBytes / Math.max(1, reports))

/** Reading this many of the longest reports takes about 20 ms. */
export const reportsPerChunk = 10

type Options = { share: number; projectId: number | undefined; include_task_details: boolean }

export async function listShortened(
  db: Db,
  ids: readonly number[],
  { share, projectId, include_task_details }: Options,
): Promise<ListedReport[]> {
  // One character more than fits, so that the budget notices that the text was cut.
  const reports = await findReportsByIds(db, ids, share + 1, projectId)
  const budgets = new Map<number, TextBudget>()
  // The rows are changed in place, here and below: copying them would cost more than reading them.
  for (const report of reports) {
    const budget = new TextBudget(share)
    budgets.set(report.id, budget)
    report.tasks = budget.take(report.tasks)
    report.blockers = budget.takeOptional(report.blockers)
    report.tomorrow_plan = budget.takeOptional(report.tomorrow_plan)
  }
  const rows = include_task_details ? await findShortenedRows(db, budgets, { withTasks: true }) : undefined
  return reports.map(report =>
    presentListedReport(
      report,
      rows && (rows.get(report.id) ?? []),
      budgets.get(report.id)?.isShortened ?? false,
    ),
  )
}

type RowOptions = { projectId?: number; withTasks?: boolean }

/** Finds the rows of each report, cut to its budget. `projectId` selects the rows of one project. */
export async function findShortenedRows(
  db: Db,
  budgets: ReadonlyMap<number, TextBudget>,
  { projectId, withTasks = false }: RowOptions,
): Promise<Map<number, DetailRow[]>> {
  if (budgets.size === 0) return new Map()
  const found: Head[] = await findRowHeads(db, [...budgets.keys()], projectId)
  if (withTasks) await addTaskTitles(db, found)
  const heads = Map.groupBy(found, row => row.report_id)
  const { ids, longest } = findLongRowsThatFit(heads, budgets)
  const descriptions = await findDescriptions(db, ids, longest)
  const rows = new Map<number, DetailRow[]>()
  for (const [id, budget] of budgets) rows.set(id, takeRows(heads.get(id) ?? [], descriptions, budget))
  return rows
}

type Head = Awaited<ReturnType<typeof findRowHeads>>[number] & Pick<DetailRow, 'task_title'>

/** Finds the rows whose long description fits at least partly, and the most characters that any of them can use. */
function findLongRowsThatFit(heads: Map<number, Head[]>, budgets: ReadonlyMap<number, TextBudget>) {
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
  // Names and titles have a budget of their own, because a hundred rows may repeat one long name.
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
