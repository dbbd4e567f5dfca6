import type { Db } from '../../db/schema.ts'

// These queries read what one user wrote, page by page. Each page begins after the last entry of the previous page and
// follows the order of an index.

export type Cursor = {
  id?: number
  created_at?: string
  date?: string
  end_date?: string
  opened_on?: string
  resolved_at?: string | null
  happened_at?: string
  number?: number
}

export type Page = {
  userId: number
  /** The last entry of the previous page. */
  after: Cursor | undefined
  limit: number
}

export function findOwnReports(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('reports')
    .leftJoin('projects', 'projects.id', 'reports.project_id')
    .select([
      'reports.id',
      'reports.date',
      'reports.tasks',
      'reports.minutes',
      'reports.blockers',
      'reports.tomorrow_plan',
      'projects.name as project_name',
      'reports.created_at',
      'reports.edited_at',
    ])
    .where('reports.user_id', '=', userId)
    .where('reports.date', '>', after?.date ?? '')
    .orderBy('reports.date')
    .limit(limit)
    .execute()
}

/** Ordered by day and number: a user has one report per day. */
export function findOwnVersions(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('reports')
    .innerJoin('report_revisions', 'report_revisions.report_id', 'reports.id')
    .select([
      'report_revisions.report_id',
      'reports.date',
      'report_revisions.number',
      'report_revisions.saved_at',
      'report_revisions.tasks',
      'report_revisions.minutes',
      'report_revisions.blockers',
      'report_revisions.tomorrow_plan',
      'report_revisions.rows',
    ])
    .where('reports.user_id', '=', userId)
    .where('reports.date', '>=', after?.date ?? '')
    .where(({ eb, or }) =>
      or([
        eb('reports.date', '>', after?.date ?? ''),
        eb('report_revisions.number', '>', after?.number ?? 0),
      ]),
    )
    .orderBy('reports.date')
    .orderBy('report_revisions.number')
    .limit(limit)
    .execute()
}

/** A user's time off never overlaps, so `end_date` alone is a unique order. */
export function findOwnAbsences(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('absences')
    .select(['id', 'start_date', 'end_date', 'kind', 'note', 'created_at'])
    .where('user_id', '=', userId)
    .where('end_date', '>', after?.end_date ?? '')
    .orderBy('end_date')
    .limit(limit)
    .execute()
}

const ownBlockers = (db: Db, { userId, limit }: Page) =>
  db
    .selectFrom('blockers')
    .leftJoin('projects', 'projects.id', 'blockers.project_id')
    .select([
      'blockers.id',
      'blockers.report_id',
      'blockers.text',
      'projects.name as project_name',
      'blockers.opened_on',
      'blockers.created_at',
      'blockers.resolved_at',
      'blockers.note',
    ])
    .where('blockers.user_id', '=', userId)
    .limit(limit)

export function findOwnOpenBlockers(db: Db, page: Page) {
  const { id = 0, opened_on = '' } = page.after ?? {}
  return ownBlockers(db, page)
    .where('blockers.resolved_at', 'is', null)
    .where('blockers.opened_on', '>=', opened_on)
    .where(({ eb, or }) => or([eb('blockers.opened_on', '>', opened_on), eb('blockers.id', '>', id)]))
    .orderBy('blockers.opened_on')
    .orderBy('blockers.id')
    .execute()
}

export function findOwnResolvedBlockers(db: Db, page: Page) {
  const { id = 0, resolved_at } = page.after ?? {}
  const after = resolved_at ?? ''
  return ownBlockers(db, page)
    .where('blockers.resolved_at', 'is not', null)
    .where('blockers.resolved_at', '>=', after)
    .where(({ eb, or }) => or([eb('blockers.resolved_at', '>', after), eb('blockers.id', '>', id)]))
    .orderBy('blockers.resolved_at')
    .orderBy('blockers.id')
    .execute()
}

export function findOwnComments(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('comments')
    .select(['id', 'report_id', 'parent_id', 'comment', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '>', after?.id ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Tasks assigned to the user, or assigned by the user. */
export function findOwnTasks(db: Db, column: 'assigned_to' | 'assigned_by', { userId, after, limit }: Page) {
  return (
    db
      .selectFrom('tasks')
      .innerJoin('projects', 'projects.id', 'tasks.project_id')
      .select([
        'tasks.id',
        'tasks.title',
        'tasks.description',
        'projects.name as project_name',
        'tasks.status',
        'tasks.actual_tenths',
        'tasks.completion_note',
        'tasks.created_at',
        'tasks.completed_at',
      ])
      .where(`tasks.${column}`, '=', userId)
      // The indexes of tasks begin with `created_at`.
      .where('tasks.created_at', '>=', after?.created_at ?? '')
      .where(({ eb, or }) =>
        or([eb('tasks.created_at', '>', after?.created_at ?? ''), eb('tasks.id', '>', after?.id ?? 0)]),
      )
      .orderBy('tasks.created_at')
      .orderBy('tasks.id')
      .limit(limit)
      .execute()
  )
}

export function findOwnUrls(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('project_urls')
    .innerJoin('projects', 'projects.id', 'project_urls.project_id')
    .select([
      'project_urls.id',
      'projects.name as project_name',
      'project_urls.url_type',
      'project_urls.url',
      'project_urls.created_at',
    ])
    .where('project_urls.user_id', '=', userId)
    .where('project_urls.id', '>', after?.id ?? 0)
    .orderBy('project_urls.id')
    .limit(limit)
    .execute()
}

export function findOwnFiles(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('project_files')
    .innerJoin('projects', 'projects.id', 'project_files.project_id')
    .select([
      'project_files.id',
      'projects.name as project_name',
      'project_files.file_name',
      'project_files.file_size',
      'project_files.created_at',
    ])
    .where('project_files.user_id', '=', userId)
    .where('project_files.id', '>', after?.id ?? 0)
    .orderBy('project_files.id')
    .limit(limit)
    .execute()
}

export function findOwnDrafts(db: Db, { userId, after, limit }: Page) {
  return db
    .selectFrom('report_drafts')
    .select(['id', 'date', 'tasks', 'blockers', 'tomorrow_plan', 'rows', 'token_name', 'saved_at'])
    .where('user_id', '=', userId)
    .where('date', '>', after?.date ?? '')
    .orderBy('date')
    .limit(limit)
    .execute()
}

export function findOwnActivity(db: Db, { userId, after, limit }: Page) {
  const { id = 0, happened_at = '' } = after ?? {}
  return db
    .selectFrom('activity')
    .leftJoin('projects', 'projects.id', 'activity.project_id')
    .select([
      'activity.id',
      'activity.kind',
      'activity.title',
      'activity.link',
      'projects.name as project_name',
      'activity.happened_at',
    ])
    .where('activity.user_id', '=', userId)
    .where('activity.happened_at', '>=', happened_at)
    .where(({ eb, or }) => or([eb('activity.happened_at', '>', happened_at), eb('activity.id', '>', id)]))
    .orderBy('activity.happened_at')
    .orderBy('activity.id')
    .limit(limit)
    .execute()
}
