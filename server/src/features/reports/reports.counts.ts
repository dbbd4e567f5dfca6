import { sql } from 'kysely'
import { compileOnce } from '../../db/compile-once.ts'
import { countByDay } from '../../db/day-counts.ts'
import type { Trx } from '../../db/schema.ts'

// Counts kept beside the reports, so that no list, total or sum of hours has to read them all. They are written in
// the transaction that writes what they count; db/recount.ts computes them from scratch and must find the same.

type CountedReport = { id: number; user_id: number; date: string }
type CountedRow = { project_id: number; minutes: number }

export async function countNewReport(
  trx: Trx,
  report: CountedReport,
  rows: readonly CountedRow[],
): Promise<void> {
  const shares = sharesByProject(rows)
  const changes = shares.map(share => ({ ...share, reports: 1 }))
  await Promise.all([
    insertShares(trx, report, shares),
    addToPeople(trx, report, changes),
    // Last, and they are sent in this order: on PostgreSQL reports of the same day wait here for the one before.
    countByDay(trx, [{ subject: 'reports', day: report.date, by: 1 }, ...dayChanges(report, changes)]),
  ])
}

/** After an edit: from what the report counted for to what it counts for now. */
export async function countEditedReport(
  trx: Trx,
  report: CountedReport,
  before: readonly CountedRow[],
  after: readonly CountedRow[],
): Promise<void> {
  const shares = sharesByProject(after)
  const changes = differences(sharesByProject(before), shares)
  if (changes.length === 0) return
  await trx.deleteFrom('report_projects').where('report_id', '=', report.id).execute()
  await insertShares(trx, report, shares)
  await addToPeople(trx, report, changes)
  const gone = changes.filter(change => change.reports < 0)
  if (gone.length > 0) {
    await trx
      .deleteFrom('project_people')
      .where('user_id', '=', report.user_id)
      .where(
        'project_id',
        'in',
        gone.map(change => change.project_id),
      )
      .where('reports', '=', 0)
      .execute()
  }
  await countByDay(trx, dayChanges(report, changes))
}

type Share = { project_id: number; minutes: number; rows: number }
type ShareChange = Share & { reports: number }

const insertShares = compileOnce((trx, { id, user_id, date }: CountedReport, shares: readonly Share[]) =>
  trx.insertInto('report_projects').values(shares.map(share => ({ ...share, report_id: id, user_id, date }))),
)

const addToPeople = compileOnce((trx, { user_id }: CountedReport, changes: readonly ShareChange[]) =>
  trx
    .insertInto('project_people')
    .values(changes.map(change => ({ ...change, user_id })))
    .onConflict(conflict =>
      conflict.columns(['project_id', 'user_id']).doUpdateSet({
        minutes: sql`project_people.minutes + excluded.minutes`,
        rows: sql`project_people.rows + excluded.rows`,
        reports: sql`project_people.reports + excluded.reports`,
      }),
    ),
)

const dayChanges = ({ date }: CountedReport, changes: readonly ShareChange[]) =>
  changes.map(({ project_id, reports }) => ({
    subject: 'reports' as const,
    projectId: project_id,
    day: date,
    by: reports,
  }))

/** In the order of project ids: two transactions that meet take their locks in the same order. */
function sharesByProject(rows: readonly CountedRow[]): Share[] {
  return [...Map.groupBy(rows, row => row.project_id)]
    .map(([project_id, own]) => ({
      project_id,
      minutes: own.reduce((sum, row) => sum + row.minutes, 0),
      rows: own.length,
    }))
    .sort((a, b) => a.project_id - b.project_id)
}

function differences(before: Share[], after: Share[]): ShareChange[] {
  const nothing = { minutes: 0, rows: 0 }
  const [old, now] = [before, after].map(shares => new Map(shares.map(share => [share.project_id, share])))
  const ids = [...new Set([...before, ...after].map(share => share.project_id))].sort((a, b) => a - b)
  return ids
    .map(project_id => {
      const [was, is] = [old?.get(project_id), now?.get(project_id)]
      return {
        project_id,
        minutes: (is ?? nothing).minutes - (was ?? nothing).minutes,
        rows: (is ?? nothing).rows - (was ?? nothing).rows,
        reports: Number(is !== undefined) - Number(was !== undefined),
      }
    })
    .filter(change => change.minutes !== 0 || change.rows !== 0 || change.reports !== 0)
}
