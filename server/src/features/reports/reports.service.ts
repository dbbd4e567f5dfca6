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
import type { Actor } from '#shared/permissions.ts'
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
import {
  assertInSight,
  narrowTo,
  narrowToRole,
  onlyPerson,
  visiblePeople,
} from '../../identity/visible-people.ts'
import { countWrittenBytes } from '../../identity/written-bytes.ts'
import { type IsDisconnected, mapInChunks } from '../../lib/map-in-chunks.ts'
import { editBlocker, openBlocker } from '../blockers/report-blockers.service.ts'
import { findLiveProjectNames } from '../projects/projects.service.ts'
import { countLoggedMinutes, lockTasks, type TaskOfRow } from '../tasks/report-tasks.service.ts'
import { countEditedReport, countNewReport } from './reports.counts.ts'
import { presentReport } from './reports.presenter.ts'
import {
  findReport,
  findReportPage,
  findReportRows,
  insertReport,
  insertRows,
  lockReport,
  type ReportFilter,
  type ReportRow,
  replaceRows,
  updateReport,
} from './reports.queries.ts'
import { listShortened, reportsPerChunk, textBytesPerReport } from './reports.shortened.ts'
import { requireTasks } from './reports.tasks.ts'
import { addedBytesOfVersion, bytesOfReport, readVersions, saveVersion } from './reports.versions.ts'

export async function submitReport(ctx: Context, actor: SignedIn, input: ReportInput): Promise<Report> {
  const now = ctx.clock.now()
  if (input.date > latestToday(now)) throw refuseInput({ date: messages.reports.dateInFuture })
  try {
    return await groupCommit(ctx.db, async trx => {
      const rows = toRows(input)
      // These queries go to PostgreSQL in one round trip. The sign-in is awaited first, so its refusal comes before a missing project.
      const pendingProjects = requireProjects(trx, input, [])
      pendingProjects.catch(() => {})
      const [acting, tasks] = await Promise.all([
        assertStillAllowed(trx, actor, 'signedIn'),
        // The tasks are locked after the user, as in every other transaction that locks both.
        lockTasks(trx, rows),
      ])
      const projects = await pendingProjects
      await requireTasks(trx, acting, input, tasks, [])
      const columns = {
        ...toColumns(input),
        user_id: acting.id,
        date: input.date,
        created_at: now.toISOString(),
      }
      const [{ id, time_zone }] = await Promise.all([
        insertReport(trx, columns, ctx.config.timeZone),
        countWrittenBytes(ctx, trx, acting.id, bytesOfReport(columns, rows)),
      ])
      const blocker = await openBlocker(ctx, trx, acting, { ...columns, id })
      // Independent queries, sent to PostgreSQL in one round trip.
      const [inserted] = await Promise.all([
        insertRows(trx, id, rows),
        countLoggedMinutes(trx, [], rows),
        countNewReport(trx, { ...columns, id, time_zone }, rows, blocker),
        emit(ctx, trx, acting, {
          kind: 'report.sent',
          report: { id, user_id: acting.id, date: input.date, texts: textsOfReport(columns, rows) },
        }),
      ])
      return presentReport(
        { ...columns, ...newReportDefaults, id, user_name: acting.name, user_email: acting.email },
        rows.map((row, position) => ({
          ...row,
          id: inserted.get(position) as number,
          report_id: id,
          project_name: projects.get(row.project_id) as string,
          ...findTitle(row, tasks),
        })),
      )
    })
  } catch (error) {
    // The unique index also decides between concurrent requests.
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
    const report = await requireReport(trx, acting, id)
    authorize(acting, 'report.edit', report)
    if (input.date !== report.date) throw refuseInput({ date: messages.reports.dateFixed })
    // The edit window doesn't apply while changes are asked for: the request may come after its end.
    const areChangesRequested = report.review_state === 'needs_changes'
    if (!areChangesRequested && !isWithinEditWindow(report.date, earliestToday(now), editWindowDays)) {
      throw refuse('edit_window_over', editWindowDays)
    }
    if (report.revision >= ctx.writing.versionsPerReport) throw refuse('too_many_versions', report.revision)
    const before = await findReportRows(trx, [id])
    const existingProjects = [
      ...before.map(row => row.project_id),
      ...(report.project_id === null ? [] : [report.project_id]),
    ]
    await requireProjects(trx, input, existingProjects)
    const rows = toRows(input)
    await requireTasks(trx, acting, input, await lockTasks(trx, [...before, ...rows]), before)
    const columns = toColumns(input)
    // The earlier version stays stored as well, so an edit adds the bytes of the new texts.
    await countWrittenBytes(
      ctx,
      trx,
      acting.id,
      bytesOfReport(columns, rows) + addedBytesOfVersion(report, before),
    )
    await saveVersion(trx, report, before)
    await updateReport(trx, id, { ...columns, edited_at: now.toISOString() })
    await replaceRows(trx, id, rows)
    await countLoggedMinutes(trx, before, rows)
    const edited = await readReportWithRows(trx, acting, id)
    const blocker = await editBlocker(ctx, trx, acting, report, { ...columns, now: now.toISOString() })
    await countEditedReport(trx, report, before, rows, blocker)
    await emit(ctx, trx, acting, {
      kind: 'report.edited',
      report: { ...report, texts: textsOfReport(columns, rows) },
      wasReviewed: report.review_state !== 'unreviewed',
    })
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
    requireReport(ctx.db, actor, id),
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
  const [report, rows] = await Promise.all([requireReport(ctx.db, actor, id), findReportRows(ctx.db, [id])])
  authorize(actor, 'report.read', report)
  return readVersions(ctx.db, report, rows, isDisconnected)
}

export function listMyReports(
  ctx: Context,
  actor: SignedIn,
  { date, ...paging }: Pick<ReportsQuery, 'date' | 'page' | 'limit' | 'include_task_details'>,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  return listPage(ctx, { people: onlyPerson(actor), ...onDay(date) }, paging, isDisconnected)
}

export async function listReports(
  ctx: Context,
  actor: SignedIn,
  query: ReportsQuery,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  const { userId, teamId, role, projectId, date, startDate, endDate, review, ...paging } = query
  const visible = narrowTo(await visiblePeople(ctx.db, actor, teamId), userId)
  const people = await narrowToRole(ctx.db, visible, role)
  // A single day beside a range narrows it further.
  const range = date === undefined ? { startDate, endDate } : narrowToDay(date, startDate, endDate)
  return listPage(ctx, { people, projectId, review, ...range }, paging, isDisconnected)
}

export { countReviews } from './reports.counts.ts'
export { presentTaskOfRow } from './reports.presenter.ts'
export {
  findReportPage,
  findReportRows,
  isNotReviewed,
  type ReportRow,
  reviewStateOfShare,
  selectReportsOf,
} from './reports.queries.ts'
export { findShortenedRows, reportsPerChunk, textBytesPerReport } from './reports.shortened.ts'
export { requireTasks } from './reports.tasks.ts'
export { bytesOfReport, parseVersionRows } from './reports.versions.ts'

/** Finds a report for a user, who needs a permission as well. */
export async function requireReport(db: Db, viewer: Actor, id: number): Promise<ReportRow> {
  const report = await findReport(db, id)
  if (!report) throw refuse('report_not_found')
  await assertInSight(db, viewer, report.user_id, 'report_not_found')
  return report
}

/** Returns what permissions and events need of a report, and locks its row until the transaction ends. */
export async function requireLockedReport(trx: Trx, viewer: Actor, id: number): Promise<ReportOf> {
  const report = await lockReport(trx, id)
  if (!report) throw refuse('report_not_found')
  await assertInSight(trx, viewer, report.user_id, 'report_not_found')
  return report
}

async function listPage(
  ctx: Context,
  filter: ReportFilter,
  { page, limit, include_task_details }: Pick<ReportsQuery, 'page' | 'limit' | 'include_task_details'>,
  isDisconnected: IsDisconnected,
): Promise<ReportPage> {
  const { ids, total } = await findReportPage(ctx.db, filter, limit, (page - 1) * limit)
  return {
    reports: await listByIds(ctx, ids, { projectId: filter.projectId, include_task_details }, isDisconnected),
    total,
    totalPages: Math.ceil(total / limit),
    page,
    limit,
  }
}

/** Returns reports with their rows, in the order of `ids`. The caller has checked that the user may read all reports. */
export function listReportsByIds(
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
  const share = textBytesPerReport(ids.length)
  return mapInChunks(ids, part => listShortened(ctx.db, part, { share, ...options }), {
    chunkSize: reportsPerChunk,
    isDisconnected,
  })
}

type Texts = { tasks: string; blockers: string | null; tomorrow_plan: string | null }

/** Everything that is written in a report, in the order of its form. */
export const textsOfReport = (
  { tasks, blockers, tomorrow_plan }: Texts,
  rows: readonly { description: string }[],
): string[] => [tasks, ...rows.map(row => row.description), blockers ?? '', tomorrow_plan ?? '']

const onDay = (date: string | undefined) => ({ startDate: date, endDate: date })

function narrowToDay(date: string, startDate = date, endDate = date) {
  const isOutside = date < startDate || date > endDate
  // An end before its start selects nothing.
  return isOutside ? { startDate: date, endDate: '' } : onDay(date)
}

export async function readReportWithRows(db: Db, viewer: Actor, id: number): Promise<Report> {
  return presentReport(await requireReport(db, viewer, id), await findReportRows(db, [id]))
}

/** The values of a new report that aren't in the input. */
const newReportDefaults = {
  edited_at: null,
  revision: 1,
  review_state: 'unreviewed',
  reviewer_name: null,
  reviewed_at: null,
  review_comment_id: null,
} as const

const toRows = (input: ReportInput) =>
  input.task_details.map(({ description, hours: minutes, project_id, task_id }) => ({
    description,
    minutes,
    project_id,
    task_id: task_id ?? null,
  }))

function findTitle({ task_id }: { task_id: number | null }, tasks: ReadonlyMap<number, TaskOfRow>) {
  const task = task_id === null ? undefined : tasks.get(task_id)
  return task && { task_title: task.title }
}

function toColumns(input: ReportInput) {
  const rows = toRows(input)
  return {
    tasks: input.tasks,
    blockers: input.blockers,
    tomorrow_plan: input.tomorrow_plan,
    // The hours of a report are the sum of its rows and never come from the client.
    minutes: addMinutes(rows.map(row => row.minutes)),
    project_id: input.project_id ?? rows[0]?.project_id ?? 0,
  }
}

type Chosen = {
  project_id?: number | null | undefined
  task_details: readonly { project_id: number | null }[]
}

/** Refuses projects that don't exist, except those that the report had already. Returns the names of the new ones by id. */
export async function requireProjects(
  trx: Trx,
  input: Chosen,
  existing: readonly number[],
): Promise<Map<number, string>> {
  const chosen = new Set(input.task_details.flatMap(row => row.project_id ?? []))
  if (input.project_id) chosen.add(input.project_id)
  for (const id of existing) chosen.delete(id)
  if (chosen.size === 0) return new Map()
  const names = await findLiveProjectNames(trx, [...chosen])
  const missing = new Set([...chosen].filter(id => !names.has(id)))
  if (missing.size === 0) return names
  const message = messages.reports.projectMissing
  const errors: Record<string, string> = {}
  if (input.project_id && missing.has(input.project_id)) errors.project_id = message
  input.task_details.forEach((row, index) => {
    if (row.project_id !== null && missing.has(row.project_id))
      errors[`task_details.${index}.project_id`] = message
  })
  throw refuseInput(errors, 'project_missing')
}
