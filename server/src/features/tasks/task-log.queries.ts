import { compileOnce, compileOnceForOne } from '../../db/compile-once.ts'
import type { Db } from '../../db/schema.ts'

/** Of one user only, if they are given. */
type Log = { taskId: number; userId: number | undefined }

// A task has few rows, as a user has few days: they are counted and put in order one by one.

function rowsOf(db: Db, { taskId, userId }: Log) {
  const rows = db
    .selectFrom('report_rows')
    .innerJoin('reports', 'reports.id', 'report_rows.report_id')
    .where('report_rows.task_id', '=', taskId)
  return userId === undefined ? rows : rows.where('reports.user_id', '=', userId)
}

const countOf = compileOnceForOne((db, log: Log) =>
  rowsOf(db, log).select(db.fn.countAll<number>().as('count')),
)

export async function countLog(db: Db, log: Log): Promise<number> {
  return Number((await countOf(db, log))?.count ?? 0)
}

const findPageOfIds = compileOnce((db, log: Log, limit: number, offset: number) =>
  rowsOf(db, log)
    .select('report_rows.id')
    .orderBy('reports.date', 'desc')
    .orderBy('reports.id', 'desc')
    .orderBy('report_rows.position')
    .limit(limit)
    .offset(offset),
)

/** Texts and names are read for the page alone. */
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

/** Newest first; the rows of a report in its own order. */
export async function findLog(db: Db, log: Log, limit: number, offset: number) {
  const ids = await findPageOfIds(db, log, limit, offset)
  if (ids.length === 0) return []
  return findRows(
    db,
    ids.map(row => row.id),
  )
}
