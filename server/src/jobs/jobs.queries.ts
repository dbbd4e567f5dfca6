import { type SelectQueryBuilder, sql } from 'kysely'
import { isSqlite } from '../db/engine.ts'
import type { Db, Tables } from '../db/schema.ts'

export type JobRow = { id: number; kind: string; payload: string; attempts: number }

type NewJob = { kind: string; key: string | null; payload: string; due_at: string; created_at: string }

export async function insertJob(db: Db, row: NewJob, restart: boolean): Promise<void> {
  await db
    .insertInto('jobs')
    .values({ ...row, attempts: 0 })
    .onConflict(conflict =>
      restart
        ? conflict
            .columns(['kind', 'key'])
            .doUpdateSet({ due_at: row.due_at, lease: null, attempts: 0, failed_at: null, last_error: null })
        : conflict.columns(['kind', 'key']).doNothing(),
    )
    .execute()
}

export async function insertJobs(db: Db, rows: readonly NewJob[]): Promise<void> {
  await db
    .insertInto('jobs')
    .values(rows.map(row => ({ ...row, attempts: 0 })))
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())
    .execute()
}

export async function deleteByKey(db: Db, kind: string, key: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).execute()
}

export function findScheduled(db: Db, kinds: readonly string[], key: string) {
  return db
    .selectFrom('jobs')
    .select(['kind', 'due_at'])
    .where('key', '=', key)
    .where('kind', 'in', kinds)
    .execute()
}

export async function makeDue(db: Db, kind: string, key: string, now: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: now, lease: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .execute()
}

export async function countDue(db: Db, kinds: readonly string[], now: string): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

type Claim = { kinds: readonly string[]; now: string; until: string; lease: string }

/** Claims the job that has been due the longest. No other instance gets it before the lease runs out. */
export async function claimDue(db: Db, { kinds, now, until, lease }: Claim): Promise<JobRow | undefined> {
  if (kinds.length === 0) return undefined
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('due_at')
    .limit(1)
  // Most polls find nothing, so they must not take the write lock.
  if (!(await due.executeTakeFirst())) return undefined
  return db
    .updateTable('jobs')
    .set({ due_at: until, lease, attempts: sql<number>`attempts + 1` })
    .where('id', '=', withoutWaiting(db, due))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Two instances that poll at the same moment claim two jobs, instead of one waiting for the other (SKIP LOCKED). */
function withoutWaiting<Output>(db: Db, query: SelectQueryBuilder<Tables, 'jobs', Output>) {
  return isSqlite(db) ? query : query.forUpdate().skipLocked()
}

/** False when the lease has gone to another instance. */
export async function renewLease(db: Db, id: number, lease: string, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeJob(db: Db, id: number, lease: string): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).execute()
}

type Change = { due_at?: string; attempts?: number; last_error?: string | null; failed_at?: string | null }

/** Gives the job back for a later run. */
export async function releaseJob(db: Db, id: number, lease: string, change: Change): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...change, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}
