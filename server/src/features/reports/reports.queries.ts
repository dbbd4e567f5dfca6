import { sql } from 'kysely'
import type { ReportsQuery } from '#shared/contract/reports.ts'
import type { ReviewState } from '#shared/contract/reviews.ts'
import { addDays } from '#shared/dates.ts'
import { limits } from '#shared/limits.ts'
import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import { countWithin, findFarStart, findPageDays, findStart, isFar, type Span } from '../../db/day-counts.ts'
import { isOneOf, isOneOfTexts, isSqlite } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import type { VisiblePeople } from '../../identity/visible-people.ts'

type Narrowing = Pick<ReportsQuery, 'projectId' | 'startDate' | 'endDate' | 'review'>
export type ReportFilter = Narrowing & { people: VisiblePeople }

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

async function countReportsOfUser(db: Db, filter: UserFilter): Promise<number> {
  const { userId, projectId, startDate, endDate, review } = filter
  const isNarrowed = startDate !== undefined || endDate !== undefined || review !== undefined
  const found =
    projectId === undefined || isNarrowed
      ? countOfUser(db, filter)
      : countOfUserInProject(db, userId, projectId)
  return Number((await found)?.count ?? 0)
}

const countOfUser = compileOnceForOne((db, { userId, ...filter }: UserFilter) =>
  selectReportsOf(db, [userId], filter).select(db.fn.countAll<number>().as('count')),
)

const countOfUserInProject = compileOnceForOne((db, userId: number, projectId: number) =>
  db
    .selectFrom('project_people')
    .select('reports as count')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId),
)

type Page = { ids: number[]; total: number }

/** Finds the ids of one page, newest date first, and the total. It reads only indexes; the caller reads the reports of the page. */
export function findReportPage(
  db: Db,
  { people: { ids: userIds }, ...filter }: ReportFilter,
  limit: number,
  offset: number,
): Promise<Page> {
  if (userIds === undefined) return findPageOfEveryone(db, filter, limit, offset)
  const [userId, ...others] = userIds
  return userId !== undefined && others.length === 0
    ? findPageOfUser(db, { ...filter, userId }, limit, offset)
    : findPageOfSeveral(db, userIds, filter, limit, offset)
}

/** The stored day counts have the total, and say where a deep page begins. */
async function findPageOfEveryone(db: Db, filter: Narrowing, limit: number, offset: number): Promise<Page> {
  const { projectId, review } = filter
  const isByStart = projectId === undefined || review === undefined
  if (isByStart && isFar(offset)) {
    const start = await findFarStart(db, toCounted(filter), filter, offset)
    if (start) return { ids: await findIdsFrom(db, filter, limit, start), total: start.total }
  }
  const [total, ids] = await Promise.all([
    countWithin(db, toCounted(filter), filter),
    isByStart
      ? findIdsAt(db, filter, limit, offset)
      : findIdsInState(db, { ...filter, projectId, review }, limit, offset),
  ])
  return { ids, total }
}

const toCounted = ({ projectId, review }: Narrowing) => ({ subject: 'reports', projectId, review }) as const

async function findIdsAt(db: Db, filter: Narrowing, limit: number, offset: number): Promise<number[]> {
  const start = await findStart(db, toCounted(filter), filter, offset)
  return start ? findIdsFrom(db, filter, limit, start) : []
}

type ProjectInState = Narrowing & { projectId: number; review: ReviewState }

async function findIdsInState(
  db: Db,
  filter: ProjectInState,
  limit: number,
  offset: number,
): Promise<number[]> {
  const { projectId, review } = filter
  const page = await findPageDays(db, toCounted(filter), filter, limit, offset)
  return page.days.length === 0
    ? []
    : toIds(findIdsOfProjectInState(db, { projectId, review, limit, ...page }))
}

/** The reports of one user are few enough to count and to skip. */
async function findPageOfUser(db: Db, filter: UserFilter, limit: number, offset: number): Promise<Page> {
  const [total, ids] = await Promise.all([
    countReportsOfUser(db, filter),
    toIds(findIdsOfUser(db, filter, limit, offset)),
  ])
  return { ids, total }
}

/** The condition of the index of reports that still need a decision. */
export const isNotReviewed = sql<boolean>`reports.review_state <> 'reviewed'`

/** How many reports these users have. Their number and those on a project are stored, and few aren't reviewed. */
async function countReportsOfSeveral(db: Db, userIds: readonly number[], filter: Narrowing): Promise<number> {
  const { projectId, startDate, endDate, review } = filter
  if (startDate === undefined && endDate === undefined) {
    if (review === undefined) return sumReports(db, userIds, projectId)
    if (review === 'reviewed') {
      const inState = (state: ReviewState) => countReportsOfSeveral(db, userIds, { projectId, review: state })
      const all = await Promise.all([
        sumReports(db, userIds, projectId),
        inState('unreviewed'),
        inState('needs_changes'),
      ])
      return all[0] - all[1] - all[2]
    }
  }
  const { count } = await selectReportsOfSeveral(db, userIds, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function sumReports(
  db: Db,
  userIds: readonly number[],
  projectId: number | undefined,
): Promise<number> {
  const query =
    projectId === undefined
      ? db
          .selectFrom('report_authors')
          .where(isOneOf(db, 'user_id', userIds))
          .select(({ fn }) => fn.sum<number | null>('reports').as('total'))
      : db
          .selectFrom('project_people')
          .where('project_id', '=', projectId)
          .where(isOneOf(db, 'user_id', userIds))
          .select(({ fn }) => fn.sum<number | null>('reports').as('total'))
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

function selectReportsOfSeveral(db: Db, userIds: readonly number[], filter: Narrowing) {
  const query = selectReportsOf(db, userIds, filter)
  const isDecided = filter.review === undefined || filter.review === 'reviewed'
  return isDecided ? query : query.where(isNotReviewed)
}

/** Longer than the days of any organization. */
const longestSpanDays = 366 * 100

/** So few reports are sorted at once. */
const fewReports = 500

/** A page of the reports of several users is read from the newest days on, a few at a time, so that only these are sorted. */
async function findPageOfSeveral(
  db: Db,
  userIds: readonly number[],
  filter: Narrowing,
  limit: number,
  offset: number,
): Promise<Page> {
  const [total, newest] = await Promise.all([
    countReportsOfSeveral(db, userIds, filter),
    findNewestDay(db, filter),
  ])
  const size = Math.min(limit, total - offset)
  if (size <= 0 || newest === undefined) return { total, ids: [] }
  let days = total <= fewReports ? longestSpanDays : 7 + Math.ceil((2 * (offset + size)) / userIds.length)
  for (;;) {
    const startDate = latestOf(addDays(newest, -days), filter.startDate)
    const reports = selectReportsOfSeveral(db, userIds, { ...filter, startDate, endDate: newest })
    const rows = await db
      // Otherwise SQLite would read the reports of everyone, because an index has them in this order.
      .with(
        cte => cte('found').materialized(),
        () => reports.select(['reports.id', 'reports.date']),
      )
      .selectFrom('found')
      .select('id')
      .orderBy('date', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .offset(offset)
      .execute()
    const isWhole = startDate === filter.startDate || days === longestSpanDays
    if (rows.length === size || isWhole) return { total, ids: rows.map(({ id }) => id) }
    days = Math.min(4 * days, longestSpanDays)
  }
}

const latestOf = (day: string, other: string | undefined) =>
  other !== undefined && other > day ? other : day

/** The newest day of all reports within these days. */
async function findNewestDay(db: Db, { startDate, endDate }: Narrowing): Promise<string | undefined> {
  // Every day is later than the empty text. With a condition, SQLite searches the index instead of scanning it.
  let query = db
    .selectFrom('reports')
    .select('date')
    .where('date', '>=', startDate ?? '')
  if (endDate !== undefined) query = query.where('date', '<=', endDate)
  return (await query.orderBy('date', 'desc').limit(1).executeTakeFirst())?.date
}

function findIdsFrom(
  db: Db,
  { projectId, startDate, review }: Narrowing,
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
const findIdsOfUser = compileOnce((db, { userId, ...filter }: UserFilter, limit: number, offset: number) =>
  selectReportsOf(db, [userId], filter)
    .select('reports.id')
    .orderBy('reports.date', 'desc')
    .limit(limit)
    .offset(offset),
)

type UserFilter = Narrowing & { userId: number }

/** Scans the users' reports by date. The check for a project is one lookup in the primary key of report_projects. */
export function selectReportsOf(
  db: Db,
  userIds: readonly number[],
  { projectId, startDate, endDate, review }: Narrowing,
) {
  const [userId, ...others] = userIds
  const all = db.selectFrom('reports')
  let query =
    userId !== undefined && others.length === 0
      ? all.where('reports.user_id', '=', userId)
      : all.where(isOneOf(db, 'reports.user_id', userIds))
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
    .returning(['id', 'time_zone']),
)

/** Returns the id and the stored time zone. */
export async function insertReport(trx: Trx, row: NewReport, serverZone: string) {
  const [inserted] = await insertOne(trx, row, serverZone)
  if (!inserted) throw new Error('the database gave a new report no id')
  return { id: inserted.id, time_zone: inserted.time_zone ?? serverZone }
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
