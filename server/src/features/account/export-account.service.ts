import type { Account } from '#shared/contract/account.ts'
import { hoursNumber } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { chunkCharacters, runInNextTick } from '../../lib/map-in-chunks.ts'
import { exportNotifications } from '../notifications/notifications.service.ts'
import { parseDraftRows } from '../report-drafts/report-drafts.service.ts'
import { findReportRows, parseVersionRows, presentTaskOfRow } from '../reports/reports.service.ts'
import {
  type Cursor,
  findOwnAbsences,
  findOwnActivity,
  findOwnComments,
  findOwnDrafts,
  findOwnFiles,
  findOwnOpenBlockers,
  findOwnReports,
  findOwnResolvedBlockers,
  findOwnTasks,
  findOwnUrls,
  findOwnVersions,
  type Page,
} from './account.queries.ts'

/** A page of the longest texts takes a few milliseconds to read. */
const pageSize = 50
/** Reports and versions are ten times as long as other entries. */
const reportPageSize = 5

type FindPage = (db: Db, page: Page, account: Account) => Promise<Cursor[]>

const lists: [name: string, find: FindPage, limit?: number][] = [
  ['reports', findReportsWithRows, reportPageSize],
  [
    'earlier_versions',
    async (db, page) => (await findOwnVersions(db, page)).map(presentVersion),
    reportPageSize,
  ],
  ['time_off', findOwnAbsences],
  ['open_blockers', findOwnOpenBlockers],
  ['resolved_blockers', findOwnResolvedBlockers],
  ['comments', findOwnComments],
  ['tasks', async (db, page) => (await findOwnTasks(db, 'assigned_to', page)).map(presentTask)],
  ['tasks_given_out', async (db, page) => (await findOwnTasks(db, 'assigned_by', page)).map(presentTask)],
  ['links', findOwnUrls],
  ['files', findOwnFiles],
  ['notifications', findNotifications],
  ['activity', findOwnActivity],
  ['report_drafts', async (db, page) => (await findOwnDrafts(db, page)).map(presentDraft), reportPageSize],
]

/**
 * Everything that one user wrote as one JSON object. Only one page is in memory at a time, whatever the size.
 * `isStillAllowed` is called before each page, so that a sign-out ends the download.
 */
export async function* exportAccount(
  ctx: Context,
  account: Account,
  isStillAllowed: () => Promise<boolean>,
): AsyncGenerator<string> {
  const head = { exported_at: ctx.clock.now().toISOString(), account }
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, find, limit = pageSize] of lists) {
    yield `,\n"${name}":[`
    let last: Cursor | undefined
    let page: Cursor[]
    do {
      const after = last
      page = await runInNextTick(async () => {
        if (!(await isStillAllowed())) throw new Error('The sign-in has ended.')
        return find(ctx.db, { userId: account.id, after, limit }, account)
      })
      yield* stringifyInChunks(page, last !== undefined)
      last = page.at(-1)
    } while (page.length === limit)
    yield ']'
  }
  yield '}\n'
}

/** Yields to the event loop between chunks: a client that reads fast would otherwise never let other requests run. */
async function* stringifyInChunks(page: readonly Cursor[], isContinued: boolean): AsyncGenerator<string> {
  let text = ''
  for (const [index, entry] of page.entries()) {
    if (text.length >= chunkCharacters) {
      yield text
      text = ''
      await runInNextTick(async () => {})
    }
    text += `${isContinued || index > 0 ? ',' : ''}\n${JSON.stringify(entry)}`
  }
  if (text !== '') yield text
}

async function findReportsWithRows(db: Db, page: Page) {
  const reports = await findOwnReports(db, page)
  const rows =
    reports.length === 0
      ? []
      : await findReportRows(
          db,
          reports.map(({ id }) => id),
        )
  const byReport = Map.groupBy(rows, row => row.report_id)
  return reports.map(({ minutes, ...report }) => ({
    ...report,
    hours_worked: hoursNumber(minutes),
    task_details: (byReport.get(report.id) ?? []).map(row => ({
      description: row.description,
      hours: hoursNumber(row.minutes),
      project_name: row.project_name,
      ...presentTaskOfRow(row),
    })),
  }))
}

function presentDraft({ rows, ...draft }: Awaited<ReturnType<typeof findOwnDrafts>>[number]) {
  return {
    ...draft,
    task_details: parseDraftRows(rows).map(({ description, minutes }) => ({
      description,
      hours: minutes === null ? null : hoursNumber(minutes),
    })),
  }
}

/** The user's notifications, without excerpts, which other users wrote. */
async function findNotifications(db: Db, page: Page, account: Account) {
  const notifications = await exportNotifications(db, account, page)
  return notifications.map(({ id, kind, text, created_at, read_at }) => ({
    id,
    kind,
    text,
    created_at,
    read_at,
  }))
}

function presentVersion({ minutes, rows, ...version }: Awaited<ReturnType<typeof findOwnVersions>>[number]) {
  return {
    ...version,
    hours_worked: hoursNumber(minutes),
    task_details: parseVersionRows(rows).map(row => ({
      description: row.description,
      hours: hoursNumber(row.minutes),
    })),
  }
}

function presentTask({ actual_tenths, ...task }: Awaited<ReturnType<typeof findOwnTasks>>[number]) {
  return { ...task, actual_hours: actual_tenths === null ? null : actual_tenths / 10 }
}
