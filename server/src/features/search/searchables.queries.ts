import { type RawBuilder, sql } from 'kysely'
import type { SearchType } from '#shared/contract/search.ts'
import { isOneOf, isSqlite, lockRows } from '../../db/engine.ts'
import type { Db, Trx } from '../../db/schema.ts'
import { idOfKeyInSql } from '../../db/search-query.ts'
import { textsOfReport } from '../reports/reports.service.ts'
import type { VisibleTasks } from '../tasks/tasks.service.ts'

type Named = { id: number; name: string }

/** A thing that can be found, with everything that its entry and its hit are made of. */
export type Searchable = {
  id: number
  /** A name, the title of a task, or the summary of a report. */
  title: string
  /** What is searched, in the order in which it is read. Names come first. */
  texts: readonly string[]
  /** Whose it is: it is found by those who see this person. Null: it is found by all. */
  ownerId: number | null
  /** A limited manager also finds the tasks that they created. */
  creatorId: number | null
  date: string | null
  person: Named | null
  project: Named | null
  minutes: number | null
  /** The report that a comment belongs to. */
  reportId: number | null
}

const nothingElse = {
  ownerId: null,
  creatorId: null,
  date: null,
  person: null,
  project: null,
  minutes: null,
  reportId: null,
}

type Find = (db: Db, ids: readonly number[]) => Promise<Searchable[]>

const findReports: Find = async (db, ids) => {
  const [reports, rows] = await Promise.all([
    db
      .selectFrom('reports')
      .innerJoin('users', 'users.id', 'reports.user_id')
      .leftJoin('projects', 'projects.id', 'reports.project_id')
      .select([
        'reports.id',
        'reports.user_id',
        'users.name as user_name',
        'reports.date',
        'reports.minutes',
        'reports.tasks',
        'reports.blockers',
        'reports.tomorrow_plan',
        'projects.id as project_id',
        'projects.name as project_name',
      ])
      .where(isOneOf(db, 'reports.id', ids))
      .execute(),
    db
      .selectFrom('report_rows')
      .select(['report_id', 'description'])
      .where(isOneOf(db, 'report_id', ids))
      .orderBy('report_id')
      .orderBy('position')
      .execute(),
  ])
  const rowsOf = Map.groupBy(rows, row => row.report_id)
  return reports.map(report => ({
    ...nothingElse,
    id: report.id,
    title: report.tasks,
    texts: textsOfReport(report, rowsOf.get(report.id) ?? []),
    ownerId: report.user_id,
    date: report.date,
    person: { id: report.user_id, name: report.user_name },
    project: toNamed(report.project_id, report.project_name),
    minutes: report.minutes,
  }))
}

const findComments: Find = async (db, ids) => {
  const rows = await db
    .selectFrom('comments')
    .innerJoin('reports', 'reports.id', 'comments.report_id')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('projects', 'projects.id', 'reports.project_id')
    .select([
      'comments.id',
      'comments.comment',
      'comments.report_id',
      'comments.user_id',
      'users.name as user_name',
      'reports.user_id as author_id',
      'reports.date',
      'reports.tasks',
      'projects.id as project_id',
      'projects.name as project_name',
    ])
    .where(isOneOf(db, 'comments.id', ids))
    .execute()
  return rows.map(row => ({
    ...nothingElse,
    id: row.id,
    title: row.tasks,
    texts: [row.comment],
    reportId: row.report_id,
    ownerId: row.author_id,
    date: row.date,
    person: { id: row.user_id, name: row.user_name },
    project: toNamed(row.project_id, row.project_name),
  }))
}

const findTasks: Find = async (db, ids) => {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('users', 'users.id', 'tasks.assigned_to')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .select([
      'tasks.id',
      'tasks.title',
      'tasks.description',
      'tasks.completion_note',
      'tasks.assigned_to',
      'tasks.assigned_by',
      'users.name as user_name',
      'tasks.project_id',
      'projects.name as project_name',
    ])
    .where(isOneOf(db, 'tasks.id', ids))
    .execute()
  return rows.map(row => ({
    ...nothingElse,
    id: row.id,
    title: row.title,
    texts: [row.title, row.description ?? '', row.completion_note ?? ''],
    ownerId: row.assigned_to,
    creatorId: row.assigned_by,
    person: { id: row.assigned_to, name: row.user_name },
    project: toNamed(row.project_id, row.project_name),
  }))
}

const findProjects: Find = async (db, ids) => {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name', 'description'])
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id, name, description }) => ({
    ...nothingElse,
    id,
    title: name,
    texts: [name, description ?? ''],
  }))
}

const findPeople: Find = async (db, ids) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(isOneOf(db, 'id', ids))
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id, name, email }) => ({
    ...nothingElse,
    id,
    title: name,
    texts: [name, email],
    ownerId: id,
  }))
}

const toNamed = (id: number | null, name: string | null) =>
  id === null || name === null ? null : { id, name }

const finders: Record<SearchType, Find> = {
  report: findReports,
  comment: findComments,
  task: findTasks,
  project: findProjects,
  person: findPeople,
}

const tables = {
  report: 'reports',
  comment: 'comments',
  task: 'tasks',
  project: 'projects',
  person: 'users',
} as const

/** Things that are deleted, or never were, are absent. The order is any. */
export function findSearchables(db: Db, type: SearchType, ids: readonly number[]): Promise<Searchable[]> {
  return ids.length === 0 ? Promise.resolve([]) : finders[type](db, ids)
}

/** The first ids above `after`, and at most `last`. */
export async function findIdsAfter(
  db: Db,
  type: SearchType,
  after: number,
  { last, limit }: { last: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom(tables[type])
    .select('id')
    .where('id', '>', after)
    .where('id', '<=', last)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

export async function findNewestId(db: Db, type: SearchType): Promise<number> {
  const newest = await db
    .selectFrom(tables[type])
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id ?? 0
}

/** Until the transaction ends, no other request changes these things. */
export const lockThings = (trx: Trx, type: SearchType, ids: readonly number[]) =>
  isSqlite(trx) ? undefined : lockRows(trx, tables[type], ids)

/** The names of people and projects, or the titles of tasks. */
export function findTitles(
  db: Db,
  type: SearchType,
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  const table = tables[type] as 'tasks' | 'projects'
  const title = type === 'task' ? ('title' as const) : ('name' as 'title')
  return db
    .selectFrom(table as 'tasks')
    .select(['id', `${title} as title`])
    .where(isOneOf(db, 'id', ids))
    .execute()
}

/** Whether the thing with this key is of one of the visible people, as `termsOfOwners` asks the index. */
export function isOfVisible(db: Db, type: SearchType, { people, creatorId }: VisibleTasks) {
  return (key: RawBuilder<number>): RawBuilder<boolean> => {
    const id = idOfKeyInSql(key)
    const isTheirs = (column: string) => isOneOf(db, column, people.ids ?? [])
    if (type === 'report')
      return sql`exists (select 1 from reports where reports.id = ${id} and ${isTheirs('reports.user_id')})`
    if (type === 'comment')
      return sql`exists (select 1 from comments join reports on reports.id = comments.report_id
        where comments.id = ${id} and ${isTheirs('reports.user_id')})`
    if (type === 'person')
      return sql`exists (select 1 from users where users.id = ${id} and ${isTheirs('users.id')})`
    const isCreators =
      creatorId === undefined ? sql<boolean>`false` : sql<boolean>`tasks.assigned_by = ${creatorId}`
    return sql`exists (select 1 from tasks
      where tasks.id = ${id} and (${isTheirs('tasks.assigned_to')} or ${isCreators}))`
  }
}
