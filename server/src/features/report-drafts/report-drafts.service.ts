import type { ReportDraft, ReportDraftInput } from '#shared/contract/report-drafts.ts'
import { latestToday } from '#shared/dates.ts'
import { hoursNumber } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../../context.ts'
import { lockRow } from '../../db/engine.ts'
import { groupCommit } from '../../db/group-commit.ts'
import type { Db } from '../../db/schema.ts'
import type { Listener } from '../../events/event.ts'
import type { SignedIn } from '../../http/plugins/access.ts'
import { refuse, refuseInput } from '../../http/refusals.ts'
import { actAs, assertStillAllowed } from '../../identity/acting-user.ts'
import { countWrittenBytes } from '../../identity/written-bytes.ts'
import { findToday } from '../calendar/days.service.ts'
import { findLiveProjectNames } from '../projects/projects.service.ts'
import { bytesOfReport, requireProjects, requireTasks } from '../reports/reports.service.ts'
import { findReadableTasks, lockTasks } from '../tasks/report-tasks.service.ts'
import {
  deleteDraft,
  deleteDraftsOf,
  findDraft,
  findDraftDates,
  findTokenName,
  hasReport,
  saveDraft,
} from './report-drafts.queries.ts'

export { findDraftDates }

/** A row as it is stored. Null stands for what the draft leaves to its user. */
type StoredRow = {
  description: string
  minutes: number | null
  project_id: number | null
  task_id: number | null
}

export const parseDraftRows = (json: string): StoredRow[] => JSON.parse(json)

/** Only the user's own. Without `date`, that of today in their zone. */
export async function readDraft(ctx: Context, actor: SignedIn, date?: string): Promise<ReportDraft | null> {
  const found = await findDraft(ctx.db, actor.id, date ?? (await findToday(ctx, actor.id)))
  if (!found) return null
  const { rows, ...texts } = found
  return {
    date: texts.date,
    tasks: texts.tasks,
    blockers: texts.blockers,
    tomorrow_plan: texts.tomorrow_plan,
    task_details: await presentRows(ctx.db, actor, parseDraftRows(rows)),
    saved_at: texts.saved_at,
    token_name: texts.token_name,
  }
}

/** Leaves out projects and tasks that a new report couldn't name any more. */
async function presentRows(
  db: Db,
  actor: SignedIn,
  rows: readonly StoredRow[],
): Promise<ReportDraft['task_details']> {
  const projectIds = [...new Set(rows.flatMap(({ project_id }) => project_id ?? []))]
  const [names, tasks] = await Promise.all([
    projectIds.length === 0 ? new Map<number, string>() : findLiveProjectNames(db, projectIds),
    findReadableTasks(db, actor, rows),
  ])
  return rows.map(({ description, minutes, project_id, task_id }) => {
    const project_name = (project_id !== null && names.get(project_id)) || null
    const task = task_id === null ? undefined : tasks.get(task_id)
    const isSameProject = project_name !== null && task?.project_id === project_id
    return {
      description,
      hours: minutes === null ? null : hoursNumber(minutes),
      project_id: project_name === null ? null : project_id,
      project_name,
      task_id: task && isSameProject ? task.id : null,
      task_title: task && isSameProject ? task.title : null,
    }
  })
}

/**
 * Saves a draft for the user's report of a date, or replaces the one that waits there. It is checked like a report, but it
 * isn't one: only the user can submit it. Returns the date.
 */
export async function saveReportDraft(
  ctx: Context,
  actor: SignedIn,
  input: ReportDraftInput,
): Promise<string> {
  const now = ctx.clock.now()
  const date = input.date ?? (await findToday(ctx, actor.id))
  if (date > latestToday(now)) throw refuseInput({ date: messages.reports.dateInFuture })
  return groupCommit(ctx.db, async trx => {
    // A report of this date that is being submitted either is found here, or deletes the draft after it was saved.
    await lockRow(trx, 'users', actor.id)
    const acting = await assertStillAllowed(trx, actor, 'signedIn')
    if (await hasReport(trx, acting.id, date)) throw refuse('report_exists')
    const dates = await findDraftDates(trx, acting.id)
    if (!dates.includes(date) && dates.length >= limits.reportDraftsMax)
      throw refuseInput({ date: messages.reportDrafts.tooMany })
    const named = input.task_details.map(row => ({ ...row, task_id: row.task_id ?? null }))
    const tasks = await lockTasks(trx, named)
    const task_details = named.map(({ project_id, task_id, ...row }) => ({
      ...row,
      task_id,
      project_id: project_id ?? (task_id === null ? null : (tasks.get(task_id)?.project_id ?? null)),
    }))
    await requireTasks(trx, acting, { task_details }, tasks, [])
    await requireProjects(trx, { task_details }, [])
    const { tasks: summary, blockers, tomorrow_plan } = input
    const texts = { tasks: summary, blockers, tomorrow_plan }
    const rows = task_details.map(
      ({ description, hours: minutes, project_id, task_id }): StoredRow => ({
        description,
        minutes,
        project_id,
        task_id,
      }),
    )
    await countWrittenBytes(ctx, trx, acting.id, bytesOfReport({ ...texts, tasks: summary ?? '' }, rows))
    const token = acting.accessToken && (await findTokenName(trx, acting.accessToken.id))
    await saveDraft(trx, {
      ...texts,
      user_id: acting.id,
      date,
      rows: JSON.stringify(rows),
      token_name: token?.name ?? null,
      saved_at: now.toISOString(),
    })
    return date
  })
}

/** Discarding a draft that isn't there changes nothing. */
export async function discardDraft(ctx: Context, actor: SignedIn, date?: string): Promise<string> {
  const day = date ?? (await findToday(ctx, actor.id))
  return actAs(ctx, actor, 'signedIn', async (trx, acting) => {
    await deleteDraft(trx, acting.id, day)
    return messages.reportDrafts.discarded
  })
}

/** The draft of a date ends with the report of that date, and all of them with the account. */
export const reportDraftsListener: Listener = async (_ctx, trx, event) => {
  if (event.kind === 'report.sent') await deleteDraft(trx, event.report.user_id, event.report.date)
  if (event.kind === 'user.deleted') await deleteDraftsOf(trx, event.userId)
}
