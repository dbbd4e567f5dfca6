import { sql } from 'kysely'
import type { Revision } from '#shared/contract/reports.ts'
import { hoursNumber } from '#shared/hours.ts'
import { limits } from '#shared/limits.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { refuse } from '../../http/refusals.ts'
import { type IsDisconnected, runInNextTick } from '../../lib/map-in-chunks.ts'
import { TextBudget } from '../../lib/text-budget.ts'
import { presentDetail } from './reports.presenter.ts'
import { addTaskTitles, type DetailRow, type ReportRow } from './reports.queries.ts'

// The current version of a report is the report itself. An edit stores the version before it in report_revisions.

/** Rows that were stored before rows could name a task have no `task_id`. */
type VersionRow = Pick<DetailRow, 'id' | 'description' | 'minutes' | 'project_id'> & {
  task_id?: number | null
}

export const parseVersionRows = (json: string): VersionRow[] => JSON.parse(json)

type Texts = Pick<ReportRow, 'tasks' | 'blockers' | 'tomorrow_plan'>

const bytesOf = ({ tasks, blockers, tomorrow_plan }: Texts, rows: readonly string[]) =>
  [tasks, blockers ?? '', tomorrow_plan ?? '', ...rows].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  )

/** The bytes that the texts of a report take in the database. */
export const bytesOfReport = (texts: Texts, rows: readonly Pick<DetailRow, 'description'>[]) =>
  bytesOf(
    texts,
    rows.map(({ description }) => description),
  )

/** The bytes that a stored version takes beyond its texts: its rows are JSON, which can be six times as long. */
export const addedBytesOfVersion = (report: ReportRow, rows: readonly DetailRow[]) =>
  bytesOf(report, [serializeRows(rows)]) - bytesOfReport(report, rows)

const serializeRows = (rows: readonly DetailRow[]) => JSON.stringify(rows.map(toVersionRow))

/** Stores the report as a version, in the transaction that then changes it. */
export async function saveVersion(trx: Trx, report: ReportRow, rows: readonly DetailRow[]): Promise<void> {
  await trx
    .insertInto('report_revisions')
    .values({
      report_id: report.id,
      number: report.revision,
      saved_at: savedAt(report),
      tasks: report.tasks,
      minutes: report.minutes,
      blockers: report.blockers,
      tomorrow_plan: report.tomorrow_plan,
      rows: serializeRows(rows),
    })
    .execute()
}

const savedAt = ({ edited_at, created_at }: ReportRow) => edited_at ?? created_at

// Project names and task titles aren't stored, so that versions show the current ones.
const toVersionRow = ({ id, description, minutes, project_id, task_id }: DetailRow): VersionRow => ({
  id,
  description,
  minutes,
  project_id,
  ...(task_id !== null && { task_id }),
})

/** Reading this many of the longest versions takes about 20 ms. */
const versionsPerChunk = 10

/** The bytes of a row in the response beside its texts. */
const rowBytes = 140

/**
 * Returns the newest 1,000 versions, oldest first. The oldest texts are cut if the response would be too long. Without both
 * limits, a program that edits a report again and again could make the response arbitrarily large.
 */
export async function readVersions(
  db: Db,
  report: ReportRow,
  rows: readonly DetailRow[],
  isDisconnected: IsDisconnected,
): Promise<Revision[]> {
  const budget = new TextBudget(limits.listTextBytes)
  const present = (version: Version, details: readonly DetailRow[]) =>
    presentVersion(version, details, report.user_name, budget)
  const versions = [present({ ...report, number: report.revision, saved_at: savedAt(report) }, rows)]
  const names = new Map(rows.map(row => [row.project_id, row.project_name]))
  for (let before = report.revision; before > 1 && versions.length < limits.revisionsMax; ) {
    const found = await runInNextTick(() => {
      if (isDisconnected()) throw refuse('bad_request')
      const many = Math.min(versionsPerChunk, limits.revisionsMax - versions.length)
      return findVersions(db, report.id, before, budget.bytesLeft, many)
    })
    const last = found.at(-1)
    if (!last) break
    const rowsOfVersions = found.map(({ rows }) => (rows === null ? undefined : parseVersionRows(rows)))
    await addProjectNames(db, names, rowsOfVersions.flat())
    const details = rowsOfVersions.map(rows => rows?.map(row => toDetailRow(row, report.id, names)))
    await addTaskTitles(
      db,
      details.flatMap(rows => rows ?? []),
    )
    for (const [index, version] of found.entries()) {
      const own = details[index]
      // If the rows of a version don't fit, all of them are left out.
      if (!own) budget.isShortened = true
      versions.push(present(version, own ?? []))
    }
    before = last.number
  }
  return versions.reverse()
}

const toDetailRow = (
  { task_id = null, ...row }: VersionRow,
  report_id: number,
  names: ReadonlyMap<number, string>,
): DetailRow => ({ ...row, task_id, report_id, project_name: names.get(row.project_id) ?? '' })

type Version = Pick<ReportRow, 'tasks' | 'blockers' | 'tomorrow_plan' | 'minutes'> & {
  number: number
  saved_at: string
}

/** `editor_name` is the author, because only the author can edit a report. */
function presentVersion(
  { number, saved_at, minutes, tasks, blockers, tomorrow_plan }: Version,
  details: readonly DetailRow[],
  editor_name: string,
  budget: TextBudget,
): Revision {
  const version = {
    number,
    saved_at,
    editor_name,
    tasks: budget.take(tasks),
    blockers: budget.takeOptional(blockers),
    tomorrow_plan: budget.takeOptional(tomorrow_plan),
    hours_worked: hoursNumber(minutes),
    task_details: (budget.spend(details.length * rowBytes) ? details : []).map(row =>
      presentDetail({
        ...row,
        description: budget.take(row.description),
        project_name: budget.take(row.project_name),
        ...(row.task_title !== undefined && { task_title: budget.take(row.task_title) }),
      }),
    ),
  }
  return { ...version, is_shortened: budget.isShortened }
}

/** Finds the versions before a number, newest first. Texts are cut to `bytes`, and longer rows are null. */
function findVersions(db: Db, reportId: number, before: number, bytes: number, many: number) {
  const beginning = <Text extends string | null>(column: string) =>
    sql<Text>`substr(${sql.ref(column)}, 1, ${bytes + 1})`
  return db
    .selectFrom('report_revisions')
    .select([
      'number',
      'saved_at',
      'minutes',
      beginning<string>('tasks').as('tasks'),
      beginning<string | null>('blockers').as('blockers'),
      beginning<string | null>('tomorrow_plan').as('tomorrow_plan'),
      sql<
        string | null
      >`case when octet_length(${sql.ref('rows')}) <= ${bytes} then ${sql.ref('rows')} end`.as('rows'),
    ])
    .where('report_id', '=', reportId)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(many)
    .execute()
}

/** Adds the names of these rows' projects, including deleted ones. */
async function addProjectNames(
  db: Db,
  names: Map<number, string>,
  rows: readonly (VersionRow | undefined)[],
): Promise<void> {
  const ids = new Set(rows.flatMap(row => (row && !names.has(row.project_id) ? row.project_id : [])))
  if (ids.size === 0) return
  const found = await db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where(isOneOf(db, 'id', [...ids]))
    .execute()
  for (const { id, name } of found) names.set(id, name)
}
