import type {
  ListedReport,
  Report,
  ReportInput,
  ReportPage,
  ReportsQuery,
  Revision,
} from '#shared/contract/reports.ts'
import { earliestToday, isWithinEditWindow, latestToday } from '#shared/dates.ts'
import { addMinutes } from '#shared/hours.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { ReportOf } from '../../events/event.ts'
import { emit } from '../../events/event.ts'
import { authorize } from '../../http/authorize.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import { countWritten } from '../../identity/written-bytes.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { editBlocker, openBlocker } from '../blockers/report-blockers.service.ts'
import { findLiveProjectNames } from '../projects/projects.service.ts'
import { countLogged, holdTasks, type NamedTask } from '../tasks/report-tasks.service.ts'
import { countEditedReport, countNewReport } from './reports.counts.ts'
import { presentReport } from './reports.presenter.ts'
import {
  findPage,
  findReport,
  findReportRows,
  holdReport,
  insertReport,
  insertRows,
  type ReportFilter,
  type ReportRow,
  replaceRows,
  updateReport,
} from './reports.queries.ts'
import { listWithin, reportsAtOnce, shareOfList } from './reports.shortened.ts'
import { requireTasks } from './reports.tasks.ts'
import { bytesOfKeeping, bytesOfReport, keepVersion, versionsOf } from './reports.versions.ts'

export async function submitReport(ctx: Context, actor: SignedIn, input: ReportInput): Promise<Report> {
  const now = ctx.clock.now()
  if (input.date > latestToday(now)) throw refuseInput({ date: messages.reports.dateInFuture })
  try {
    return await groupCommit(ctx.db, async trx => {
      const rows = rowsOf(input)
      // Asked together, which is one round trip to PostgreSQL; a sign-in that has ended is answered first.
      const askedProjects = requireProjects(trx, input, [])
      askedProjects.catch(() => {})
      const [acting, tasks] = await Promise.all([
        assertStillAllowed(trx, actor, 'signedIn'),
        // After the user's lock, as in every other transaction that takes both.
        holdTasks(trx, rows),
      ])
      const projects = await askedProjects
      requireTasks(acting, input, tasks, [])
      const columns = {
        ...columnsOf(input),
        user_id: acting.id,
        date: input.date,
        created_at: now.toISOString(),
      }
      const [id] = await Promise.all([
        insertReport(trx, columns, ctx.config.timeZone),
        countWritten(ctx, trx, acting.id, bytesOfReport(columns, rows)),
      ])
      const blocker = await openBlocker(trx, { ...columns, id })
      // Independent queries, sent to PostgreSQL in one round trip.
      const [inserted] = await Promise.all([
        insertRows(trx, id, rows),
        countLogged(trx, [], rows),
        countNewReport(trx, { id, user_id: acting.id, date: input.date }, rows, blocker),
        emit(ctx, trx, { kind: 'report.sent', report: { id, user_id: acting.id, date: input.date } }),
      ])
      return presentReport(
        { ...columns, ...asSubmitted, id, user_name: acting.name, user_email: acting.email },
        rows.map((row, position) => ({
          ...row,
          id: inserted.get(position) as number,
          report_id: id,
          project_name: projects.get(row.project_id) as string,
          ...titleOf(row, tasks),
        })),
      )
    })
  } catch (error) {
    // The unique index decides, also between twenty that arrive together.
    if (isUniqueViolation(error)) throw refuse('report_exists')
    throw error
  }
}

export async function editReport(
  ctx: Context,
  actor: SignedIn,
  id: number,
  input: ReportInput,
): Promise<Report> {
  const now = ctx.clock.now()
  const { editWindowDays } = ctx.config
  return actAs(ctx, actor, 'report.edit', async (trx, acting) => {
    await lockRow(trx, 'reports', id)
    const report = await requireReport(trx, id)
    authorize(acting, 'report.edit', report)
    if (input.date !== report.date) throw refuseInput({ date: messages.reports.dateFixed })
    // The edit window doesn't apply while changes are asked for: the request may come after its end.
    const isAskedFor = report.review_state === 'needs_changes'
    if (!isAskedFor && !isWithinEditWindow(report.date, earliestToday(now), editWindowDays)) {
      throw refuse('edit_window_over', editWindowDays)
    }
    if (report.revision >= ctx.writing.versionsPerReport) throw refuse('too_many_versions', report.revision)
    const before = await findReportRows(trx, [id])
    const kept = [
      ...before.map(row => row.project_id),
      ...(report.project_id === null ? [] : [report.project_id]),
    ]
    await requireProjects(trx, input, kept)
    const rows = rowsOf(input)
    requireTasks(acting, input, await holdTasks(trx, [...before, ...rows]), before)
    const columns = columnsOf(input)
    // The version before moves out of the report, so what is stored grows by the new texts.
    await countWritten(ctx, trx, acting.id, bytesOfReport(columns, rows) + bytesOfKeeping(report, before))
    await keepVersion(trx, report, before)
    await updateReport(trx, id, { ...columns, edited_at: now.toISOString() })
    await replaceRows(trx, id, rows)
    await countLogged(trx, before, rows)
    const edited = await readWhole(trx, id)
    const blocker = await editBlocker(ctx, trx, report, { ...columns, now: now.toISOString() })
    await countEditedReport(trx, report, before, rows, blocker)
    await emit(ctx, trx, { kind: 'report.edited', report })
    return edited
  })
}

export async function readReport(
  ctx: Context,
  actor: SignedIn,
  id: number,
  withDetails: boolean,
): Promise<Report> {
  const [report, rows] = await Promise.all([
    requireReport(ctx.db, id),
    withDetails ? findReportRows(ctx.db, [id]) : undefined,
  ])
  authorize(actor, 'report.read', report)
  return presentReport(report, rows)
}

export async function listVersions(
  ctx: Context,
  actor: SignedIn,
  id: number,
  isDisconnected: IsDisconnected,
): Promise<Revision[]> {
  const [report, rows] = await Promise.all([requireReport(ctx.db, id), findReportRows(ctx.db, [id])])
  authorize(actor, 'report.read', report)
  return versionsOf(ctx.db, report, rows, isDisconnected)
}

export function listMyReports(
  ctx: Context,
  actor: SignedIn,
  { date, ...paging }: Pick<ReportsQuery, 'date' | 'page' | 'limit' | 'include_task_details'>,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  return listPage(ctx, { userId: actor.id, ...onDay(date) }, paging, isDisconnected)
}

export function listReports(
  ctx: Context,
  query: ReportsQuery,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  const { userId, projectId, date, startDate, endDate, review, ...paging } = query
  // A single day beside a range narrows it further.
  const range = date === undefined ? { startDate, endDate } : within(date, startDate, endDate)
  return listPage(ctx, { userId, projectId, review, ...range }, paging, isDisconnected)
}

export { countReviews } from './reports.counts.ts'
export { taskOf } from './reports.presenter.ts'
export {
  findReportRows,
  type ReportRow,
  reportsOfPerson,
  stateOfShare,
} from './reports.queries.ts'
export { reportsAtOnce, rowsWithin, shareOfList } from './reports.shortened.ts'
export { keptRowsOf } from './reports.versions.ts'

export async function requireReport(db: Db, id: number): Promise<ReportRow> {
  const report = await findReport(db, id)
  if (!report) throw refuse('report_not_found')
  return report
}

/** What permissions and events ask for, of a report that is held until the transaction ends. */
export async function requireHeldReport(trx: Trx, id: number): Promise<ReportOf> {
  const report = await holdReport(trx, id)
  if (!report) throw refuse('report_not_found')
  return report
}

async function listPage(
  ctx: Context,
  filter: ReportFilter,
  { page, limit, include_task_details }: Pick<ReportsQuery, 'page' | 'limit' | 'include_task_details'>,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  const { ids, total } = await findPage(ctx.db, filter, limit, (page - 1) * limit)
  return {
    reports: await listByIds(ctx, ids, { projectId: filter.projectId, include_task_details }, isDisconnected),
    total,
    totalPages: Math.ceil(total / limit),
    page,
    limit,
  }
}

/** With their rows, in the order of `ids`. The caller has checked that the user may read all reports. */
export function wholeReports(
  ctx: Context,
  ids: readonly number[],
  isDisconnected: IsDisconnected,
): Promise<ListedReport[]> {
  return listByIds(ctx, ids, { projectId: undefined, include_task_details: true }, isDisconnected)
}

function listByIds(
  ctx: Context,
  ids: readonly number[],
  options: { projectId: number | undefined; include_task_details: boolean },
  isDisconnected: IsDisconnected,
): Promise<ListedReport[]> {
  const share = shareOfList(ids.length)
  return mapInChunks(ids, part => listWithin(ctx.db, part, { share, ...options }), {
    chunkSize: reportsAtOnce,
    isDisconnected,
  })
}

const onDay = (date: string | undefined) => ({ startDate: date, endDate: date })

function within(date: string, startDate = date, endDate = date) {
  const isOutside = date < startDate || date > endDate
  // An end before its start selects nothing.
  return isOutside ? { startDate: date, endDate: '' } : onDay(date)
}

export async function readWhole(trx: Trx, id: number): Promise<Report> {
  return presentReport(await requireReport(trx, id), await findReportRows(trx, [id]))
}

/** What a new report has by itself. */
const asSubmitted = {
  edited_at: null,
  revision: 1,
  review_state: 'unreviewed',
  reviewer_name: null,
  reviewed_at: null,
  review_comment_id: null,
} as const

const rowsOf = (input: ReportInput) =>
  input.task_details.map(({ description, hours: minutes, project_id, task_id }) => ({
    description,
    minutes,
    project_id,
    task_id: task_id ?? null,
  }))

function titleOf({ task_id }: { task_id: number | null }, tasks: ReadonlyMap<number, NamedTask>) {
  const task = task_id === null ? undefined : tasks.get(task_id)
  return task && { task_title: task.title }
}

function columnsOf(input: ReportInput) {
  const rows = rowsOf(input)
  return {
    tasks: input.tasks,
    blockers: input.blockers,
    tomorrow_plan: input.tomorrow_plan,
    // Hours are never taken from the client: they are the sum of the rows.
    minutes: addMinutes(rows.map(row => row.minutes)),
    project_id: input.project_id ?? rows[0]?.project_id ?? 0,
  }
}

/** A project deleted since may stay on a report that had it; a new one must exist. The names of the new ones, by id. */
async function requireProjects(
  trx: Trx,
  input: ReportInput,
  kept: readonly number[],
): Promise<Map<number, string>> {
  const chosen = new Set(input.task_details.map(row => row.project_id))
  if (input.project_id) chosen.add(input.project_id)
  for (const id of kept) chosen.delete(id)
  if (chosen.size === 0) return new Map()
  const names = await findLiveProjectNames(trx, [...chosen])
  const missing = new Set([...chosen].filter(id => !names.has(id)))
  if (missing.size === 0) return names
  const sentence = messages.reports.projectMissing
  const errors: Record<string, string> = {}
  if (input.project_id && missing.has(input.project_id)) errors.project_id = sentence
  input.task_details.forEach((row, index) => {
    if (missing.has(row.project_id)) errors[`task_details.${index}.project_id`] = sentence
  })
  throw refuseInput(errors, 'project_missing')
}
