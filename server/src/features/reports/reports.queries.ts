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
export type DetailRow = Awaited<ReturnType<typeof selectRows>>[number] & NamesTask

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

/** Whose report it is and of which day, held against other writers until the transaction ends. */
export const holdReport = compileOnceForOne((trx, id: number) => {
  const query = trx.selectFrom('reports').select(['id', 'user_id', 'date']).where('id', '=', id)
  return isSqlite(trx) ? query : query.forUpdate()
})

/** So many characters of a text: the rest of a long one never leaves the database. */
const beginning = <Text extends string | null>(column: string, characters: number) =>
  sql<Text>`substr(${sql.ref(column)}, 1, ${characters})`

/** What a list says beside the report itself; both are read from an index, in the same statement. */
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

/** In the order of `ids`, each text up to so many characters; with the time on one project, if it is given. */
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

/** The rows of all these reports; those of one project only, if it is given. */
export async function findReportRows(
  db: Db,
  reportIds: readonly number[],
  projectId?: number,
): Promise<DetailRow[]> {
  const rows = await selectRows(db, reportIds, projectId)
  await addTitles(db, rows)
  return rows
}

type NamesTask = { task_id: number | null; task_title?: string }

/**
 * In place. A second query, only if any row names a task: joined, titles would cost every read of rows something. A task
 * that is deleted in this moment has no title.
 */
export async function addTitles(db: Db, rows: readonly NamesTask[]): Promise<void> {
  const titles = await findTaskTitles(
    db,
    rows.map(row => row.task_id),
  )
  for (const row of titles.size === 0 ? [] : rows) {
    const title = row.task_id === null ? undefined : titles.get(row.task_id)
    if (title !== undefined) row.task_title = title
  }
}

/** By id; null names no task. */
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

/** Longer descriptions are read apart from their rows, and only those that fit a list. */
const shortBytes = 1000

/** The rows for a list: of long descriptions the length alone. One row more than a report may have says that it has more. */
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

/** The descriptions of these rows up to so many characters, by the id of the row. */
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

/** From the kept counts, but for a person's days, which are few. */
async function countReports(db: Db, { userId, ...filter }: ReportFilter): Promise<number> {
  const { projectId, startDate, endDate, review } = filter
  if (userId === undefined) return countWithin(db, countedAs(filter), filter)
  const isNarrowed = startDate !== undefined || endDate !== undefined || review !== undefined
  const found =
    projectId === undefined || isNarrowed
      ? countOfPerson(db, { ...filter, userId })
      : countOfPersonAndProject(db, userId, projectId)
  return Number((await found)?.count ?? 0)
}

const countOfPerson = compileOnceForOne((db, filter: PersonFilter) =>
  reportsOfPerson(db, filter).select(db.fn.countAll<number>().as('count')),
)

const countOfPersonAndProject = compileOnceForOne((db, userId: number, projectId: number) =>
  db
    .selectFrom('project_people')
    .select('reports as count')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)

/** One page, newest date first, and how many a filter selects. Only indexes are read; the rest is joined for these few. */
export async function findPage(
  db: Db,
  filter: ReportFilter,
  limit: number,
  offset: number,
): Promise<{ ids: number[]; total: number }> {
  if (isCounted(filter) && isFar(offset)) {
    // Where it begins is found by the counts of all days, which add up to the total.
    const start = await findFarStart(db, countedAs(filter), filter, offset)
    if (start) return { ids: await idsFrom(db, filter, limit, start), total: start.total }
  }
  const [total, ids] = await Promise.all([countReports(db, filter), findPageOfIds(db, filter, limit, offset)])
  return { ids, total }
}

/** Its pages are found by the kept counts alone. A user's days are few enough to step over. */
const isCounted = ({ userId, projectId, review }: ReportFilter) =>
  userId === undefined && (projectId === undefined || review === undefined)

const countedAs = ({ projectId, review }: ReportFilter) =>
  ({ subject: 'reports', projectId, review }) as const

async function findPageOfIds(
  db: Db,
  { userId, ...filter }: ReportFilter,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (userId !== undefined) return idsOf(idsOfPerson(db, { ...filter, userId }, limit, offset))
  const { projectId, review } = filter
  if (projectId !== undefined && review !== undefined) {
    const page = await findPageDays(db, countedAs(filter), filter, limit, offset)
    return page.days.length === 0 ? [] : idsOf(idsOfProjectInState(db, { projectId, review, limit, ...page }))
  }
  const start = await findStart(db, countedAs(filter), filter, offset)
  return start ? idsFrom(db, filter, limit, start) : []
}

function idsFrom(
  db: Db,
  { projectId, startDate, review }: ReportFilter,
  limit: number,
  { day: endDate, offset }: { day: string | undefined; offset: number },
): Promise<number[]> {
  const span = { startDate, endDate }
  return idsOf(
    projectId === undefined
      ? idsOfAll(db, { ...span, review }, limit, offset)
      : idsOfProject(db, projectId, span, limit, offset),
  )
}

const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map(row => row.id)

type StateSpan = Span & { review: ReviewState | undefined }

const idsOfAll = compileOnce(
  (db, { startDate, endDate, review }: StateSpan, limit: number, offset: number) => {
    let query = db.selectFrom('reports').select('id')
    if (review !== undefined) query = query.where('review_state', '=', review)
    if (startDate !== undefined) query = query.where('date', '>=', startDate)
    if (endDate !== undefined) query = query.where('date', '<=', endDate)
    return query.orderBy('date', 'desc').orderBy('id', 'desc').limit(limit).offset(offset)
  },
)

const idsOfProject = compileOnce(
  (db, projectId: number, { startDate, endDate }: Span, limit: number, offset: number) => {
    let query = db.selectFrom('report_projects').select('report_id as id').where('project_id', '=', projectId)
    if (startDate !== undefined) query = query.where('date', '>=', startDate)
    if (endDate !== undefined) query = query.where('date', '<=', endDate)
    return query.orderBy('date', 'desc').orderBy('report_id', 'desc').limit(limit).offset(offset)
  },
)

type ProjectPage = { projectId: number; review: ReviewState; days: string[]; limit: number; offset: number }

/** On the days that have any in this state. */
function idsOfProjectInState(db: Db, { projectId, review, days, limit, offset }: ProjectPage) {
  return db
    .selectFrom('report_projects')
    .select('report_id as id')
    .where('project_id', '=', projectId)
    .where(isOneOfTexts(db, 'report_projects.date', days))
    .where(stateOfShare, '=', review)
    .orderBy('date', 'desc')
    .orderBy('report_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Read for each row of report_projects. Joined, SQLite would begin with all reports in this state. */
export const stateOfShare = sql<ReviewState>`(select reports.review_state from reports
  where reports.id = report_projects.report_id)`

/** One report a day: the date alone orders them. */
const idsOfPerson = compileOnce((db, filter: PersonFilter, limit: number, offset: number) =>
  reportsOfPerson(db, filter)
    .select('reports.id')
    .orderBy('reports.date', 'desc')
    .limit(limit)
    .offset(offset),
)

type PersonFilter = ReportFilter & { userId: number }

/** Walks the person's days; whether a day has work on the project is one look into the key of report_projects. */
export function reportsOfPerson(db: Db, { userId, projectId, startDate, endDate, review }: PersonFilter) {
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

/** With the zone that counts for the author at this moment: their own, the organization's, or else the server's. */
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

/** The next version, which has not been reviewed. */
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

/** 0 for none: with null, every mixture of rows with and without a task would be a statement of its own. */
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

/** Their ids, by position. */
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
