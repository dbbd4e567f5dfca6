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
import { addTitles, type DetailRow, type ReportRow } from './reports.queries.ts'

// The current version of a report is the report itself; the ones before are kept when it is edited.

/** Rows kept before they could name a task have none. */
type KeptRow = Pick<DetailRow, 'id' | 'description' | 'minutes' | 'project_id'> & { task_id?: number | null }

export const keptRowsOf = (json: string): KeptRow[] => JSON.parse(json)

type Texts = Pick<ReportRow, 'tasks' | 'blockers' | 'tomorrow_plan'>

const bytesOf = ({ tasks, blockers, tomorrow_plan }: Texts, rows: readonly string[]) =>
  [tasks, blockers ?? '', tomorrow_plan ?? '', ...rows].reduce(
    (sum, text) => sum + Buffer.byteLength(text),
    0,
  )

/** What the texts of a report take in the database. */
export const bytesOfReport = (texts: Texts, rows: readonly Pick<DetailRow, 'description'>[]) =>
  bytesOf(
    texts,
    rows.map(({ description }) => description),
  )

/** What keeping a version adds to the texts that are there: its rows are JSON, which can be six times as long. */
export const bytesOfKeeping = (report: ReportRow, rows: readonly DetailRow[]) =>
  bytesOf(report, [keptRows(rows)]) - bytesOfReport(report, rows)

const keptRows = (rows: readonly DetailRow[]) => JSON.stringify(rows.map(keptRow))

/** Of the report as it is, in the transaction that is about to change it. */
export async function keepVersion(trx: Trx, report: ReportRow, rows: readonly DetailRow[]): Promise<void> {
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
      rows: keptRows(rows),
    })
    .execute()
}

const savedAt = ({ edited_at, created_at }: ReportRow) => edited_at ?? created_at

// Without names of projects and titles of tasks: what is renamed has its new name everywhere.
const keptRow = ({ id, description, minutes, project_id, task_id }: DetailRow): KeptRow => ({
  id,
  description,
  minutes,
  project_id,
  ...(task_id !== null && { task_id }),
})

/** The longest versions, this many, take about 20 ms to read. */
const versionsAtOnce = 10

/** What a row takes in an answer beside its texts. */
const rowBytes = 140

/**
 * Oldest first, the newest 1,000. The newest are whole; what no longer fits the answer stays in the database. Without both
 * bounds an author who edits by a program could make an answer as large as they like.
 */
export async function versionsOf(
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
      const many = Math.min(versionsAtOnce, limits.revisionsMax - versions.length)
      return findVersions(db, report.id, before, budget.bytesLeft, many)
    })
    const last = found.at(-1)
    if (!last) break
    const kept = found.map(({ rows }) => (rows === null ? undefined : keptRowsOf(rows)))
    await addNames(db, names, kept.flat())
    const details = kept.map(rows => rows?.map(row => detailOf(row, report.id, names)))
    await addTitles(
      db,
      details.flatMap(rows => rows ?? []),
    )
    for (const [index, version] of found.entries()) {
      const own = details[index]
      // Rows that don't fit are left out as a whole.
      if (!own) budget.isShortened = true
      versions.push(present(version, own ?? []))
    }
    before = last.number
  }
  return versions.reverse()
}

const detailOf = (
  { task_id = null, ...row }: KeptRow,
  report_id: number,
  names: ReadonlyMap<number, string>,
): DetailRow => ({ ...row, task_id, report_id, project_name: names.get(row.project_id) ?? '' })

type Version = Pick<ReportRow, 'tasks' | 'blockers' | 'tomorrow_plan' | 'minutes'> & {
  number: number
  saved_at: string
}

/** Only the author edits a report. */
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

/** Those before this number, newest first, each text up to so many bytes; null for rows that are longer. */
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

/** Of deleted projects too. */
async function addNames(
  db: Db,
  names: Map<number, string>,
  rows: readonly (KeptRow | undefined)[],
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
