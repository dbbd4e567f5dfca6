import { sql } from 'kysely'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { compileOnce } from '../../db/compile-once.ts'
import { type Change, countByDay } from '../../db/day-counts.ts'
import { isOneOf } from '../../db/engine.ts'
import { addToMonth, changeShares } from '../../db/report-months.ts'
import type { Db, Trx } from '../../db/schema.ts'

// These counts are stored beside the reports, so that no list, total or sum of hours has to read all reports. They are
// updated in the transaction that changes the reports. db/recount.ts computes them from scratch and must get the same.

type CountedReport = { id: number; user_id: number; date: string }
type NewReport = CountedReport & { created_at: string; time_zone: string }
type CountedRow = { project_id: number; minutes: number }

export async function countNewReport(
  trx: Trx,
  report: NewReport,
  rows: readonly CountedRow[],
  more: readonly Change[],
): Promise<void> {
  const shares = sharesByProject(rows)
  const changes = shares.map(share => ({ ...share, reports: 1 }))
  await Promise.all([
    insertShares(trx, report, shares),
    addToProjectPeople(trx, report, changes),
    addToAuthor(trx, report.user_id),
    addToMonth(trx, report, shares),
    // This comes last, because on PostgreSQL reports of the same day wait here for one another.
    countByDay(trx, [...dayChanges(report.date, { after: { state: 'unreviewed', shares } }), ...more]),
  ])
}

/** Changes the counts from the rows before an edit to the rows after it. */
export async function countEditedReport(
  trx: Trx,
  report: CountedReport & { review_state: ReviewState },
  before: readonly CountedRow[],
  after: readonly CountedRow[],
  more: readonly Change[],
): Promise<void> {
  const [old, shares] = [sharesByProject(before), sharesByProject(after)]
  const changes = differences(old, shares)
  if (changes.length > 0) await replaceShares(trx, report, shares, changes)
  await countByDay(trx, [
    ...dayChanges(report.date, {
      before: { state: report.review_state, shares: old },
      after: { state: 'unreviewed', shares },
    }),
    ...more,
  ])
}

const selectShares = (db: Db) =>
  db.selectFrom('report_projects').select(['report_id', 'project_id', 'minutes'])
const findSharesOfReport = compileOnce((db, reportId: number) =>
  selectShares(db).where('report_id', '=', reportId),
)

type ReviewedReport = { id: number; date: string; review_state: ReviewState }

/** Changes the counts from the earlier states of these reports to their new state. */
export async function countReviews(
  trx: Trx,
  reports: readonly ReviewedReport[],
  state: ReviewState,
): Promise<void> {
  const [only, ...others] = reports
  const found =
    only && others.length === 0
      ? await findSharesOfReport(trx, only.id)
      : await selectShares(trx)
          .where(
            isOneOf(
              trx,
              'report_id',
              reports.map(({ id }) => id),
            ),
          )
          .execute()
  const byReport = Map.groupBy(found, share => share.report_id)
  const changes = reports.flatMap(({ id, date, review_state }) => {
    const shares = byReport.get(id) ?? []
    return dayChanges(date, { before: { state: review_state, shares }, after: { state, shares } })
  })
  await countByDay(trx, changes)
}

async function replaceShares(
  trx: Trx,
  report: CountedReport,
  shares: readonly Share[],
  changes: readonly ShareChange[],
): Promise<void> {
  await trx.deleteFrom('report_projects').where('report_id', '=', report.id).execute()
  await insertShares(trx, report, shares)
  await addToProjectPeople(trx, report, changes)
  await changeShares(trx, report, shares)
  const removed = changes.filter(change => change.reports < 0)
  if (removed.length > 0) {
    await trx
      .deleteFrom('project_people')
      .where('user_id', '=', report.user_id)
      .where(
        'project_id',
        'in',
        removed.map(change => change.project_id),
      )
      .where('reports', '=', 0)
      .execute()
  }
}

type Share = { project_id: number; minutes: number; rows: number }
type ShareChange = Share & { reports: number }

const insertShares = compileOnce((trx, { id, user_id, date }: CountedReport, shares: readonly Share[]) =>
  trx.insertInto('report_projects').values(shares.map(share => ({ ...share, report_id: id, user_id, date }))),
)

const addToProjectPeople = compileOnce((trx, { user_id }: CountedReport, changes: readonly ShareChange[]) =>
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

const addToAuthor = compileOnce((trx, userId: number) =>
  trx
    .insertInto('report_authors')
    .values({ user_id: userId, reports: 1 })
    .onConflict(conflict =>
      conflict.column('user_id').doUpdateSet({ reports: sql`report_authors.reports + excluded.reports` }),
    ),
)

/** A report counts once for all projects, and once for each project that it has rows of. */
type Counting = { state: ReviewState; shares: readonly { project_id: number; minutes: number }[] }

function dayChanges(day: string, { before, after }: { before?: Counting; after: Counting }) {
  return [...(before ? toChanges(day, before, -1) : []), ...toChanges(day, after, 1)]
}

const toChanges = (day: string, { state, shares }: Counting, by: 1 | -1) =>
  [{ project_id: undefined, minutes: sumMinutes(shares) }, ...shares].map(({ project_id, minutes }) => ({
    subject: 'reports' as const,
    projectId: project_id,
    day,
    by,
    minutes: by * minutes,
    unreviewed: state === 'unreviewed' ? by : 0,
    needs_changes: state === 'needs_changes' ? by : 0,
  }))

const sumMinutes = (rows: readonly { minutes: number }[]) => rows.reduce((sum, row) => sum + row.minutes, 0)

/** Sorts by project id, so that concurrent transactions take their locks in the same order and can't deadlock. */
function sharesByProject(rows: readonly CountedRow[]): Share[] {
  return [...Map.groupBy(rows, row => row.project_id)]
    .map(([project_id, own]) => ({
      project_id,
      minutes: sumMinutes(own),
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
