import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** Rows read by one statement: these tables have no index by user, and an erasure must not hold other requests up. */
const rowsAtOnce = 500

/** What shows the name of a user. */
export async function countWorkOf(db: Db, userId: number) {
  const { count: reports } = await db
    .selectFrom('reports')
    .select(db.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    reports,
    comments: await countInParts(db, 'comments', ['user_id'], userId),
    tasks: await countInParts(db, 'tasks', ['assigned_to', 'assigned_by'], userId),
    files: await countInParts(db, 'project_files', ['user_id'], userId),
  }
}

async function countInParts(db: Db, table: string, columns: string[], userId: number): Promise<number> {
  const from = sql.table(table)
  const isTheirs = sql.join(
    columns.map(column => sql`${sql.ref(column)} = ${userId}`),
    sql` or `,
  )
  const { rows } = await sql<{ last: number | null }>`select max(id) as last from ${from}`.execute(db)
  const last = rows[0]?.last ?? 0
  let total = 0
  for (let id = 0; id < last; id += rowsAtOnce) {
    const part = await sql<{ count: number }>`select count(*) as count from ${from}
      where id > ${id} and id <= ${id + rowsAtOnce} and (${isTheirs})`.execute(db)
    total += part.rows[0]?.count ?? 0
    await yieldToEventLoop()
  }
  return total
}
