import { sql } from 'kysely'
import type { ReportsQuery } from '#shared/contract/reports.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { limits } from '#shared/limits.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { countWithin, findFarStart, findPageDays, findStart, isFar, type Span } from '../../db/day-counts.ts'
import { isOneOf, isOneOfTexts, isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'

export type ReportFilter = Pick<ReportsQuery, 'userId' | 'projectId' | 'startDate' | 'endDate' | 'review'>

export type ReportRow = NonNullable<Awaited<ReturnType<typeof findReport>>>
export type DetailRow = Awaited<ReturnType<typeof selectRows>>[number] & WithTask

const selectReports = (db: Db) =>
  db
    .selectFrom('reports')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .leftJoin('users as reviewers', 'reviewers.id', 'reports.reviewed_by')
    .select([
      'reports.id',
      'reports.user_id',
      'users.name as user_name',
      'users.email as user_email',
      'reports.date',
      'reports.minutes',
      'reports.project_id',
      'reports.created_at',
      'reports.edited_at',
      'reports.revision',
      'reports.review_state',
      'reports.reviewed_at',
      'reports.review_comment_id',
      'reviewers.name as reviewer_name',
    ])

export const findReport = compileOnceForOne((db, id: number) =>
  selectReports(db)
    .select(['reports.tasks', 'reports.blockers', 'reports.tomorrow_plan'])
    .where('reports.id', '=', id),
)

/** Reads a report's author and date, and locks its row until the transaction ends. */
export const lockReport = compileOnceForOne((trx, id: number) => {
  const query = trx.selectFrom('reports').select(['id', 'user_id', 'date']).where('id', '=', id)
  return isSqlite(trx) ? query : query.forUpdate()
})

/** Cuts a text in the database, so that the rest of a long one is never read. */
const beginning = <Text extends string | null>(column: string, characters: number) =>
  sql<Text>`substr(${sql.ref(column)}, 1, ${characters})`

/** Reads reports for a list. The comment count and the project's minutes come from indexes in the same statement. */
const findReports = compileOnce((db, ids: readonly number[], longest: number, projectId?: number) =>
  selectReports(db)
    .select([
      beginning<string>('reports.tasks', longest).as('tasks'),
      beginning<string | null>('reports.blockers', longest).as('blockers'),
      beginning<string | null>('reports.tomorrow_plan', longest).as('tomorrow_plan'),
    ])
    .select(({ selectFrom, fn }) =>
      selectFrom('comments')
        .select(fn.countAll<number>().as('count'))
        .whereRef('comments.report_id', '=', 'reports.id')
        .as('comment_count'),
    )
    .$if(projectId !== undefined, query =>
      query.select(({ selectFrom }) =>
        selectFrom('report_projects')
          .select('report_projects.minutes')
          .whereRef('report_projects.report_id', '=', 'reports.id')
          .where('report_projects.project_id', '=', projectId as number)
          .as('project_minutes'),
      ),
    )
    .where('reports.id', 'in', [...ids]),
)

export type ListedReportRow = Awaited<ReturnType<typeof findReports>>[number]

/** Returns reports in the order of `ids`, with each text cut to `longest` characters. `projectId` adds the time on that project. */
export async function findReportsByIds(
  db: Db,
  ids: readonly number[],
  longest: number,
  projectId?: number,
): Promise<ListedReportRow[]> {
  if (ids.length === 0) return []
  const rows = await findReports(db, ids, longest, projectId)
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

const selectRows = compileOnce((db, reportIds: readonly number[], projectId?: number) => {
  const query = db
    .selectFrom('report_rows')
    .innerJoin('projects', 'projects.id', 'report_rows.project_id')
    .select([
      'report_rows.id',
      'report_rows.report_id',
      'report_rows.description',
      'report_rows.minutes',
      'report_rows.project_id',
      'projects.name as project_name',
      'report_rows.task_id',
    ])
    .where('report_rows.report_id', 'in', [...reportIds])
    .orderBy('report_rows.report_id')
    .orderBy('report_rows.position')
  return projectId === undefined ? query : query.where('report_rows.project_id', '=', projectId)
})

/** Finds the rows of these reports. `projectId` selects the rows of one project. */
export async function findReportRows(
  db: Db,
  reportIds: readonly number[],
  projectId?: number,
): Promise<DetailRow[]> {
  const rows = await selectRows(db, reportIds, projectId)
  await addTaskTitles(db, rows)
  return rows
}

type WithTask = { task_id: number | null; task_title?: string }

/**
 * Sets `task_title` on the rows. Titles have a query of their own, which runs only if a row names a task, because a join
 * would slow down every read of rows. A task that is deleted concurrently has no title.
 */
export async function addTaskTitles(db: Db, rows: readonly WithTask[]): Promise<void> {
  const titles = await findTaskTitles(
    db,
    rows.map(row => row.task_id),
  )
  for (const row of titles.size === 0 ? [] : rows) {
    const title = row.task_id === null ? undefined : titles.get(row.task_id)
    if (title !== undefined) row.task_title = title
  }
}

/** Finds the titles of tasks by id. Null ids are skipped. */
export async function findTaskTitles(db: Db, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const named = new Set(ids)
  named.delete(null)
  if (named.size === 0) return new Map()
  const found = await db
    .selectFrom('tasks')
    .select(['id', 'title'])
    .where(isOneOf(db, 'id', [...(named as Set<number>)]))
    .execute()
  return new Map(found.map(({ id, title }) => [id, title]))
}

/** Longer descriptions have a query of their own, which reads only those that fit the list. */
const shortBytes = 1000

/** Reads rows for a list, with only the length of long descriptions. It reads one row above the limit, to detect reports with more rows. */
export const findRowHeads = compileOnce((db, reportIds: readonly number[], projectId?: number) => {
  const query = db
    .selectFrom('report_rows')
    .innerJoin('projects', 'projects.id', 'report_rows.project_id')
    .select([
      'report_rows.id',
      'report_rows.report_id',
      sql<string | null>`case when octet_length(report_rows.description) <= ${sql.lit(shortBytes)}
        then report_rows.description end`.as('description'),
      sql<number>`octet_length(report_rows.description)`.as('bytes'),
      'report_rows.minutes',
      'report_rows.project_id',
      'projects.name as project_name',
      'report_rows.task_id',
    ])
    .where('report_rows.report_id', 'in', [...reportIds])
    .where('report_rows.position', '<=', sql.lit(limits.rowsMax))
    .orderBy('report_rows.report_id')
    .orderBy('report_rows.position')
  return projectId === undefined ? query : query.where('report_rows.project_id', '=', projectId)
})

/** Finds the descriptions of these rows by row id, cut to `longest` characters. */
export async function findDescriptions(
  db: Db,
  rowIds: readonly number[],
  longest: number,
): Promise<Map<number, string>> {
  if (rowIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_rows')
    .select(['id', beginning<string>('description', longest).as('description')])
    .where(isOneOf(db, 'id', rowIds))
    .execute()
  return new Map(rows.map(row => [row.id, row.description]))
}

/** Uses the stored counts, except for the reports of one user, which are few enough to count. */
async function countReports(db: Db, { userId, ...filter }: ReportFilter): Promise<number> {
  const { projectId, startDate, endDate, review } = filter
  if (userId === undefined) return countWithin(db, toCounted(filter), filter)
  const isNarrowed = startDate !== undefined || endDate !== undefined || review !== undefined
  const found =
    projectId === undefined || isNarrowed
      ? countReportsOfUser(db, { ...filter, userId })
      : countReportsOfUserInProject(db, userId, projectId)
  return Number((await found)?.count ?? 0)
}

const countReportsOfUser = compileOnceForOne((db, filter: UserFilter) =>
  selectReportsOfUser(db, filter).select(db.fn.countAll<number>().as('count')),
)

const countReportsOfUserInProject = compileOnceForOne((db, userId: number, projectId: number) =>
  db
    .selectFrom('project_people')
    .select('reports as count')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)

/** Finds the ids of one page, newest date first, and the total. It reads only indexes; the caller reads the reports of the page. */
export async function findPage(
  db: Db,
  filter: ReportFilter,
  limit: number,
  offset: number,
): Promise<{ ids: number[]; total: number }> {
  if (hasDayCounts(filter) && isFar(offset)) {
    // The day counts say where the page begins, and they add up to the total.
    const start = await findFarStart(db, toCounted(filter), filter, offset)
    if (start) return { ids: await findIdsFrom(db, filter, limit, start), total: start.total }
  }
  const [total, ids] = await Promise.all([countReports(db, filter), findPageOfIds(db, filter, limit, offset)])
  return { ids, total }
}

/** Whether the stored day counts can find a page of this filter. The reports of one user are few enough to skip with OFFSET. */
const hasDayCounts = ({ userId, projectId, review }: ReportFilter) =>
  userId === undefined && (projectId === undefined || review === undefined)

const toCounted = ({ projectId, review }: ReportFilter) =>
  ({ subject: 'reports', projectId, review }) as const

async function findPageOfIds(
  db: Db,
  { userId, ...filter }: ReportFilter,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (userId !== undefined) return toIds(findIdsOfUser(db, { ...filter, userId }, limit, offset))
  const { projectId, review } = filter
  if (projectId !== undefined && review !== undefined) {
    const page = await findPageDays(db, toCounted(filter), filter, limit, offset)
    return page.days.length === 0
      ? []
      : toIds(findIdsOfProjectInState(db, { projectId, review, limit, ...page }))
  }
  const start = await findStart(db, toCounted(filter), filter, offset)
  return start ? findIdsFrom(db, filter, limit, start) : []
}

function findIdsFrom(
  db: Db,
  { projectId, startDate, review }: ReportFilter,
  limit: number,
  { day: endDate, offset }: { day: string | undefined; offset: number },
): Promise<number[]> {
  const span = { startDate, endDate }
  return toIds(
    projectId === undefined
      ? findIds(db, { ...span, review }, limit, offset)
      : findIdsOfProject(db, projectId, span, limit, offset),
  )
}

const toIds = async (rows: Promise<{ id: number }[]>) => (await rows).map(row => row.id)

type StateSpan = Span & { review: ReviewState | undefined }

const findIds = compileOnce(
  (db, { startDate, endDate, review }: StateSpan, limit: number, offset: number) => {
    let query = db.selectFrom('reports').select('id')
    if (review !== undefined) query = query.where('review_state', '=', review)
    if (startDate !== undefined) query = query.where('date', '>=', startDate)
    if (endDate !== undefined) query = query.where('date', '<=', endDate)
    return query.orderBy('date', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  },
)

const findIdsOfProject = compileOnce(
  (db, projectId: number, { startDate, endDate }: Span, limit: number, offset: number) => {
    let query = db.selectFrom('report_projects').select('report_id as id').where('project_id', '=', projectId)
    if (startDate !== undefined) query = query.where('date', '>=', startDate)
    if (endDate !== undefined) query = query.where('date', '<=', endDate)
    return query.orderBy('date', 'desc').orderBy('report_id', 'desc').limit(limit).offset(offset)
  },
)

type ProjectPage = { projectId: number; review: ReviewState; days: string[]; limit: number; offset: number }

/** Reads only the days that have reports in this state. */
function findIdsOfProjectInState(db: Db, { projectId, review, days, limit, offset }: ProjectPage) {
  return db
    .selectFrom('report_projects')
    .select('report_id as id')
    .where('project_id', '=', projectId)
    .where(isOneOfTexts(db, 'report_projects.date', days))
    .where(reviewStateOfShare, '=', review)
    .orderBy('date', 'desc')
    .orderBy('report_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** A subquery for each row of report_projects. With a join, SQLite would start with all reports in this state. */
export const reviewStateOfShare = sql<ReviewState>`(select reports.review_state from reports
  where reports.id = report_projects.report_id)`

/** A user has one report a day, so the date alone orders them. */
const findIdsOfUser = compileOnce((db, filter: UserFilter, limit: number, offset: number) =>
  selectReportsOfUser(db, filter)
    .select('reports.id')
    .orderBy('reports.date', 'desc')
    .limit(limit)
    .offset(offset),
)

type UserFilter = ReportFilter & { userId: number }

/** Scans the user's reports by date. The check for a project is one lookup in the primary key of report_projects. */
export function selectReportsOfUser(db: Db, { userId, projectId, startDate, endDate, review }: UserFilter) {
  let query = db.selectFrom('reports').where('reports.user_id', '=', userId)
  if (startDate !== undefined) query = query.where('reports.date', '>=', startDate)
  if (endDate !== undefined) query = query.where('reports.date', '<=', endDate)
  if (review !== undefined) query = query.where('reports.review_state', '=', review)
  if (projectId === undefined) return query
  return query.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('report_projects')
        .select('report_projects.report_id')
        .whereRef('report_projects.report_id', '=', 'reports.id')
        .where('report_projects.project_id', '=', projectId),
    ),
  )
}

export type ReportColumns = {
  tasks: string
  minutes: number
  blockers: string | null
  tomorrow_plan: string | null
  project_id: number
}

type NewReport = ReportColumns & { user_id: number; date: string; created_at: string }

/** Stores the author's current time zone: their own, or the organization's, or the server's. */
const insertOne = compileOnce((trx, row: NewReport, serverZone: string) =>
  trx
    .insertInto('reports')
    .values(({ fn, selectFrom, val }) => ({
      ...row,
      review_state: 'unreviewed',
      time_zone: fn.coalesce(
        selectFrom('users').select('users.time_zone').where('users.id', '=', row.user_id),
        selectFrom('organization_settings').select('organization_settings.time_zone'),
        val(serverZone),
      ),
    }))
    .returning('id'),
)

export async function insertReport(trx: Trx, row: NewReport, serverZone: string): Promise<number> {
  const [inserted] = await insertOne(trx, row, serverZone)
  if (!inserted) throw new Error('the database gave a new report no id')
  return inserted.id
}

/** Writes the next version. It hasn't been reviewed. */
export function updateReport(trx: Trx, id: number, row: ReportColumns & { edited_at: string }) {
  return trx
    .updateTable('reports')
    .set({
      ...row,
      revision: sql`revision + 1`,
      review_state: 'unreviewed',
      reviewed_by: null,
      reviewed_at: null,
      review_comment_id: null,
    })
    .where('id', '=', id)
    .execute()
}

type NewRow = { description: string; minutes: number; project_id: number; task_id: number | null }

export async function replaceRows(trx: Trx, reportId: number, rows: readonly NewRow[]): Promise<void> {
  await trx.deleteFrom('report_rows').where('report_id', '=', reportId).execute()
  await insertRows(trx, reportId, rows)
}

const insertInOrder = compileOnce((trx, reportId: number, rows: readonly NewRow[]) =>
  trx
    .insertInto('report_rows')
    .values(
      rows.map(({ description, minutes, project_id }, position) => ({
        report_id: reportId,
        position,
        description,
        minutes,
        project_id,
      })),
    )
    .returning(['id', 'position']),
)

/** The value 0 means no task. With null, each combination of rows with and without a task would be a separate statement. */
const insertInOrderWithTasks = compileOnce(
  (trx, reportId: number, rows: readonly (NewRow & { task_id: number })[]) =>
    trx
      .insertInto('report_rows')
      .values(
        rows.map(({ description, minutes, project_id, task_id }, position) => ({
          report_id: reportId,
          position,
          description,
          minutes,
          project_id,
          task_id: sql<number | null>`nullif(cast(${task_id} as bigint), 0)`,
        })),
      )
      .returning(['id', 'position']),
)

/** Returns the ids of the rows by position. */
export async function insertRows(
  trx: Trx,
  reportId: number,
  rows: readonly NewRow[],
): Promise<Map<number, number>> {
  const inserted = rows.some(row => row.task_id !== null)
    ? await insertInOrderWithTasks(
        trx,
        reportId,
        rows.map(row => ({ ...row, task_id: row.task_id ?? 0 })),
      )
    : await insertInOrder(trx, reportId, rows)
  return new Map(inserted.map(({ id, position }) => [position, id]))
}
