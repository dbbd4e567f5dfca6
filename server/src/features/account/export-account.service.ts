import type { Account } from '#shared/contract/account.ts'
import { hoursNumber } from '#shared/hours.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/schema.ts'
import { chunkCharacters, runInNextTick } from '../../lib/map-in-chunks.ts'
import { notificationsOf } from '../notifications/notifications.service.ts'
import { findReportRows, keptRowsOf, taskOf } from '../reports/reports.service.ts'
import {
  findOwnAbsences,
  findOwnComments,
  findOwnFiles,
  findOwnOpenBlockers,
  findOwnReports,
  findOwnResolvedBlockers,
  findOwnTasks,
  findOwnUrls,
  findOwnVersions,
  type Last,
  type Page,
} from './account.queries.ts'

/** Few enough that a page of the longest texts takes a few milliseconds to read. */
const pageSize = 50
/** The same of reports and versions, which are ten times as long as other entries. */
const reportsAtOnce = 5

type FindPage = (db: Db, page: Page, account: Account) => Promise<Last[]>

const lists: [name: string, find: FindPage, limit?: number][] = [
  ['reports', findReportsWithRows, reportsAtOnce],
  [
    'earlier_versions',
    async (db, page) => (await findOwnVersions(db, page)).map(presentVersion),
    reportsAtOnce,
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
]

/**
 * Everything that one user wrote as one JSON object, a page at a time: it holds a page in memory, whatever the size.
 * `isStillAllowed` is asked before each page.
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
    let last: Last | undefined
    let page: Last[]
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

/** Other requests run between the chunks, also when the client reads so fast that the stream never has to wait for it. */
async function* stringifyInChunks(page: readonly Last[], isContinued: boolean): AsyncGenerator<string> {
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
      ...taskOf(row),
    })),
  }))
}

/** What the user was told, without what others wrote. */
async function findNotifications(db: Db, page: Page, account: Account) {
  const told = await notificationsOf(db, account, page)
  return told.map(({ id, kind, text, created_at, read_at }) => ({ id, kind, text, created_at, read_at }))
}

function presentVersion({ minutes, rows, ...version }: Awaited<ReturnType<typeof findOwnVersions>>[number]) {
  return {
    ...version,
    hours_worked: hoursNumber(minutes),
    task_details: keptRowsOf(rows).map(row => ({
      description: row.description,
      hours: hoursNumber(row.minutes),
    })),
  }
}

function presentTask({ actual_tenths, ...task }: Awaited<ReturnType<typeof findOwnTasks>>[number]) {
  return { ...task, actual_hours: actual_tenths === null ? null : actual_tenths / 10 }
}
