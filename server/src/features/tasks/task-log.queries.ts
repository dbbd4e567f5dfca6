import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import type { Db } from '../../db/schema.ts'

/** `userId` selects the rows of one user. */
type LogFilter = { taskId: number; userId: number | undefined }

// A task has few rows, so they are counted and sorted without stored counts.

function selectLogRows(db: Db, { taskId, userId }: LogFilter) {
  const rows = db
    .selectFrom('report_rows')
    .innerJoin('reports', 'reports.id', 'report_rows.report_id')
    .where('report_rows.task_id', '=', taskId)
  return userId === undefined ? rows : rows.where('reports.user_id', '=', userId)
}

const countLogRows = compileOnceForOne((db, log: LogFilter) =>
  selectLogRows(db, log).select(db.fn.countAll<number>().as('count')),
)

export async function countLog(db: Db, log: LogFilter): Promise<number> {
  return Number((await countLogRows(db, log))?.count ?? 0)
}

const findPageOfIds = compileOnce((db, log: LogFilter, limit: number, offset: number) =>
  selectLogRows(db, log)
    .select('report_rows.id')
    .orderBy('reports.date', 'desc')
    .orderBy('reports.id', 'desc')
    .orderBy('report_rows.position')
    .limit(limit)
    .offset(offset),
)

/** Reads texts and names only for the rows of the page. */
const findRows = compileOnce((db, ids: readonly number[]) =>
  db
    .selectFrom('report_rows')
    .innerJoin('reports', 'reports.id', 'report_rows.report_id')
    .innerJoin('users', 'users.id', 'reports.user_id')
    .select([
      'report_rows.report_id',
      'reports.date',
      'users.name as user_name',
      'report_rows.description',
      'report_rows.minutes',
    ])
    .where('report_rows.id', 'in', [...ids])
    .orderBy('reports.date', 'desc')
    .orderBy('reports.id', 'desc')
    .orderBy('report_rows.position'),
)

/** Finds a page of the log, newest report first. The rows of a report keep their order. */
export async function findLog(db: Db, log: LogFilter, limit: number, offset: number) {
  const ids = await findPageOfIds(db, log, limit, offset)
  if (ids.length === 0) return []
  return findRows(
    db,
    ids.map(row => row.id),
  )
}
