import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

type Counts = { reports: number; comments: number; tasks: number; files: number }

/** What shows the name of a user. Each is counted in an index by user: an erasure must not read what others wrote. */
export async function countWorkOf(db: Db, userId: number): Promise<Counts> {
  const { rows } =
    await sql<Counts>`select (select count(*) from reports where user_id = ${userId}) as reports,
    (select count(*) from comments where user_id = ${userId}) as comments,
    (select count(*) from tasks where assigned_to = ${userId}) +
    (select count(*) from tasks where assigned_by = ${userId} and assigned_to <> ${userId}) as tasks,
    (select count(*) from project_files where user_id = ${userId}) as files`.execute(db)
  return rows[0] as Counts
}
