import { compileOnce } from '../../db/compile-once.ts'
import { isOneOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { onlyVisible, type VisiblePeople } from '../../identity/visible-people.ts'

/** The rows of these people. */
type LogFilter = { taskId: number; people: VisiblePeople }

// A task has few rows, so they are counted and sorted without stored counts.

const selectLogRows = (db: Db, people: VisiblePeople) =>
  onlyVisible(
    db,
    db.selectFrom('report_rows').innerJoin('reports', 'reports.id', 'report_rows.report_id'),
    people,
    'reports.user_id',
  )

export async function countLog(db: Db, { taskId, people }: LogFilter): Promise<number> {
  const { count } = await selectLogRows(db, people)
    .where('report_rows.task_id', '=', taskId)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The minutes that these people logged, by task. A task without any is absent from the map. */
export async function findLoggedMinutes(
  db: Db,
  people: VisiblePeople,
  taskIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await selectLogRows(db, people)
    .where(isOneOf(db, 'report_rows.task_id', taskIds))
    .select(({ fn }) => ['report_rows.task_id', fn.sum<number>('report_rows.minutes').as('minutes')])
    .groupBy('report_rows.task_id')
    .execute()
  return new Map(rows.map(({ task_id, minutes }) => [task_id as number, Number(minutes)]))
}

const findPageOfIds = (db: Db, { taskId, people }: LogFilter, limit: number, offset: number) =>
  selectLogRows(db, people)
    .where('report_rows.task_id', '=', taskId)
    .select('report_rows.id')
    .orderBy('reports.date', 'desc')
    .orderBy('reports.id', 'desc')
    .orderBy('report_rows.position')
    .limit(limit)
    .offset(offset)
    .execute()

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
