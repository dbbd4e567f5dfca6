import { sql } from 'kysely'
import { lockForCounting, lockTable } from './engine.ts'
import { fillReportMonths, fillShares } from './report-months.ts'
import type { Db } from './schema.ts'

/** Reports per transaction: few enough that a submit waits only briefly for the write lock. */
const chunkSize = 5000

/**
 * Computes every stored count from scratch, in SQL that shares nothing with the code that maintains them. It is safe while
 * the app is in use: the shares of each report are corrected in chunks, then all sums in one transaction. Until it ends,
 * readers see the former counts and writers wait. Returns how many tasks had a wrong logged time, which is stored on the
 * task itself and shown to users.
 */
export async function recount(db: Db): Promise<{ wrongTasks: number }> {
  for (let first = 1, last = await newestId(db, 'reports'); first <= last; first += chunkSize) {
    await recountShares(db, first, first + chunkSize - 1)
  }
  let wrongTasks = 0
  for (let first = 1, last = await newestId(db, 'tasks'); first <= last; first += chunkSize) {
    wrongTasks += await recountLogged(db, first, first + chunkSize - 1)
  }
  await recountSums(db)
  return { wrongTasks }
}

async function newestId(db: Db, table: 'reports' | 'tasks'): Promise<number> {
  const newest = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return newest?.id ?? 0
}

/** Writes only rows that differ, usually none, so that the write lock is held briefly. */
async function recountShares(db: Db, first: number, last: number): Promise<void> {
  const inChunk = sql`report_id between ${first} and ${last}`
  const kept = sql`select project_id, report_id, user_id, date, minutes, rows from report_projects where ${inChunk}`
  const right = sql`select report_rows.project_id, report_id, user_id, date, sum(report_rows.minutes), count(*)
    from report_rows join reports on reports.id = report_id where ${inChunk}
    group by report_rows.project_id, report_id, user_id, date`
  await db.transaction().execute(async trx => {
    await lockForCounting(trx, ['reports', 'report_rows'])
    await sql`delete from report_projects where ${inChunk} and report_id in (
      select report_id from (${kept} except ${right}) as superfluous)`.execute(trx)
    await sql`insert into report_projects (project_id, report_id, user_id, date, minutes, rows)
      select * from (${right} except ${kept}) as missing`.execute(trx)
  })
}

/** Every transaction that writes rows of a task locks the task before its first write, so this lock is enough. */
async function recountLogged(db: Db, first: number, last: number): Promise<number> {
  const right = sql`(select coalesce(sum(report_rows.minutes), 0) from report_rows where task_id = tasks.id)`
  return db.transaction().execute(async trx => {
    await lockTable(trx, 'tasks')
    const { numAffectedRows = 0n } = await sql`update tasks set logged_minutes = ${right}
      where id between ${first} and ${last} and logged_minutes <> ${right}`.execute(trx)
    return Number(numAffectedRows)
  })
}

async function recountSums(db: Db): Promise<void> {
  await db.transaction().execute(async trx => {
    await lockForCounting(trx, ['reports', 'report_rows', 'tasks', 'absences', 'blockers'])
    for (const table of ['project_people', 'report_authors', 'report_months', 'day_counts'] as const)
      await trx.deleteFrom(table).execute()
    await sql`insert into report_authors (user_id, reports)
      select user_id, count(*) from reports group by user_id`.execute(trx)
    await fillReportMonths(trx)
    await fillShares(trx)
    await sql`insert into project_people (project_id, user_id, minutes, rows, reports)
      select project_id, user_id, sum(minutes), sum(rows), count(*)
      from report_projects group by project_id, user_id`.execute(trx)
    const onDay = (column: string) => sql.raw(`cast(replace(substr(${column}, 1, 10), '-', '') as integer)`)
    const status = sql.raw("case status when 'pending' then 2 when 'in_progress' then 3 else 4 end")
    const byState = sql.raw(`count(*), sum(case review_state when 'unreviewed' then 1 else 0 end),
        sum(case review_state when 'needs_changes' then 1 else 0 end)`)
    await sql`insert into day_counts (subject, project_id, day, total, unreviewed, needs_changes, minutes)
      select 0, 0, ${onDay('date')}, ${byState}, sum(minutes) from reports group by date
      union all
      select 0, report_projects.project_id, ${onDay('reports.date')}, ${byState}, sum(report_projects.minutes)
      from report_projects join reports on reports.id = report_id group by report_projects.project_id, reports.date`.execute(
      trx,
    )
    await sql`insert into day_counts (subject, project_id, day, total)
      select 1, 0, ${onDay('created_at')}, count(*) from tasks group by 3
      union all
      select 1, project_id, ${onDay('created_at')}, count(*) from tasks group by 2, 3
      union all
      select ${status}, 0, ${onDay('created_at')}, count(*) from tasks group by 1, 3
      union all
      select ${status}, project_id, ${onDay('created_at')}, count(*) from tasks group by 1, 2, 3
      union all
      select 5, 0, ${onDay('start_date')}, count(*) from absences group by start_date
      union all
      select 6, 0, ${onDay('end_date')}, count(*) from absences group by end_date
      union all
      select 7, 0, ${onDay('opened_on')}, count(*) from blockers where resolved_at is null group by 3
      union all
      select 7, project_id, ${onDay('opened_on')}, count(*) from blockers
      where resolved_at is null and project_id is not null group by 2, 3
      union all
      select 8, 0, ${onDay('resolved_at')}, count(*) from blockers where resolved_at is not null group by 3
      union all
      select 8, project_id, ${onDay('resolved_at')}, count(*) from blockers
      where resolved_at is not null and project_id is not null group by 2, 3`.execute(trx)
  })
}
