import { type SelectQueryBuilder, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import { isOneOf, isSqlite } from '../db/engine.ts'
import type { Db, Tables } from '../db/schema.ts'

export type JobRow = {
  id: number
  kind: string
  payload: string
  lane: string | null
  /** The number of attempts, including the current one. */
  attempts: number
  last_error: string | null
}

type NewJob = {
  kind: string
  key: string | null
  payload: string
  due_at: string
  created_at: string
  lane?: string | null
}

const insertNew = (db: Db, rows: readonly NewJob[]) =>
  db
    .insertInto('jobs')
    .values(rows.map(row => ({ ...row, attempts: 0 })))
    .onConflict(conflict => conflict.columns(['kind', 'key']).doNothing())

/** Most events queue one job, in the transaction of a request. */
const insertOne = compileOnce((db, row: NewJob) => insertNew(db, [row]))

export async function insertJobs(db: Db, rows: readonly NewJob[]): Promise<void> {
  const [row] = rows
  if (rows.length === 1 && row) await insertOne(db, row)
  else await insertNew(db, rows).execute()
}

/** A queued job of the same key becomes this one, even if an instance that was killed still holds its lease. */
export async function replaceJob(db: Db, row: NewJob): Promise<void> {
  const { payload, due_at, created_at } = row
  const fresh = { payload, due_at, created_at, lease: null, attempts: 0, failed_at: null, last_error: null }
  await db
    .insertInto('jobs')
    .values({ ...row, attempts: 0 })
    .onConflict(conflict => conflict.columns(['kind', 'key']).doUpdateSet(fresh))
    .execute()
}

export async function setSubject(db: Db, kind: string, key: string, subject: string): Promise<void> {
  await db.updateTable('jobs').set({ subject }).where('kind', '=', kind).where('key', '=', key).execute()
}

export async function clearSubjects(db: Db, kind: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ subject: null })
    .where('kind', '=', kind)
    .where('subject', 'is not', null)
    .execute()
}

export async function deleteByKey(db: Db, kind: string, key: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key).execute()
}

/** The prefix must not contain wildcards of `like`. */
export async function deleteByPrefix(db: Db, kind: string, prefix: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('key', 'like', `${prefix}%`).execute()
}

export function findScheduled(db: Db, kinds: readonly string[], key: string) {
  return db
    .selectFrom('jobs')
    .select(['kind', 'due_at'])
    .where('key', '=', key)
    .where('kind', 'in', kinds)
    .execute()
}

/** Does nothing if another instance was faster, because the job that it has started must not start again. */
export async function makeDueIfAfter(
  db: Db,
  { kind, key, after, now }: { kind: string; key: string; after: string; now: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ due_at: now, lease: null })
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('due_at', '>', after)
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

/** Jobs that an instance holds, whether it is alive or not. */
export function findLeased(db: Db, kinds: readonly string[]) {
  return db
    .selectFrom('jobs')
    .select(['id', 'due_at'])
    .where('failed_at', 'is', null)
    .where('lease', 'is not', null)
    .where('kind', 'in', kinds)
    .execute()
}

type Claim = {
  kinds: readonly string[]
  now: string
  until: string
  lease: string
  /** Jobs whose holder no longer renews the lease: they may be claimed once it has expired. */
  orphans: readonly number[]
  /** If present, only a job of this lane is claimed. */
  lane?: string | undefined
}

/** Claims the job that has been due the longest. No other instance gets it before the lease runs out. */
export async function claimDue(
  db: Db,
  { kinds, now, until, lease, orphans, lane }: Claim,
): Promise<JobRow | undefined> {
  if (kinds.length === 0) return undefined
  const due = db
    .selectFrom('jobs')
    .select('id')
    .where('failed_at', 'is', null)
    .where('due_at', '<=', now)
    .where('kind', 'in', kinds)
    .$if(lane !== undefined, query => query.where('lane', '=', lane ?? ''))
    .where(({ eb, or, and, not, exists, selectFrom }) => {
      // A lane is blocked by its running job and by an earlier job, also while that pauses between two attempts. A job
      // that was planned for later and hasn't been tried doesn't block it.
      const blocking = selectFrom('jobs as other')
        .select('other.id')
        .where('other.failed_at', 'is', null)
        .whereRef('other.lane', '=', 'jobs.lane')
        .where(other =>
          other.or([
            other('other.lease', 'is not', null),
            other.and([
              other('other.id', '<', other.ref('jobs.id')),
              other.or([other('other.attempts', '>', 0), other('other.due_at', '<=', now)]),
            ]),
          ]),
        )
      const isNext = or([eb('lane', 'is', null), not(exists(blocking))])
      return or([and([eb('lease', 'is', null), isNext]), isOneOf(db, 'id', orphans)])
    })
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
  // Most polls find nothing, so they must not take the write lock.
  if (!(await due.executeTakeFirst())) return undefined
  return db
    .updateTable('jobs')
    .set({ due_at: until, lease, attempts: sql<number>`attempts + 1` })
    .where('id', '=', withoutWaiting(db, due))
    .returning(['id', 'kind', 'payload', 'lane', 'attempts', 'last_error'])
    .executeTakeFirst()
}

/** With SKIP LOCKED, two instances that poll at the same moment claim two jobs instead of waiting for each other. */
function withoutWaiting<Output>(db: Db, query: SelectQueryBuilder<Tables, 'jobs', Output>) {
  return isSqlite(db) ? query : query.forUpdate().skipLocked()
}

/** Returns false if another instance holds the lease. */
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

/** Releases the job for a later run. */
export async function releaseJob(db: Db, id: number, lease: string, change: Change): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ ...change, lease: null })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .execute()
}

const failedColumns = ['id', 'kind', 'payload', 'subject', 'attempts', 'last_error', 'failed_at'] as const

/** Jobs of these kinds that were given up, newest first. */
export function findFailed(db: Db, kinds: readonly string[], limit: number, offset: number) {
  return db
    .selectFrom('jobs')
    .select(failedColumns)
    .where('failed_at', 'is not', null)
    .where('kind', 'in', kinds)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}
export type FailedRow = Awaited<ReturnType<typeof findFailed>>[number]

/** Jobs of these kinds that failed and are retried: how many, and why the latest of them failed. */
export function findRetried(db: Db, kinds: readonly string[]) {
  return (
    db
      .selectFrom('jobs')
      .select(['last_error as error', sql<number>`count(*) over ()`.as('total')])
      .where('failed_at', 'is', null)
      .where('attempts', '>', 0)
      .where('last_error', 'is not', null)
      .where('kind', 'in', kinds)
      // Pauses grow with the attempts, so of the jobs with the fewest attempts, the one that is due last failed last.
      .orderBy('attempts')
      .orderBy('due_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

export async function countFailed(db: Db, kinds: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', 'is not', null)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteFailedBefore(db: Db, kind: string, before: string): Promise<void> {
  await db.deleteFrom('jobs').where('kind', '=', kind).where('failed_at', '<', before).execute()
}

/** Queues a given-up job again as if it were new. Undefined if it doesn't exist or is already queued again. */
export function restartFailed(db: Db, kinds: readonly string[], id: number, now: string) {
  return db
    .updateTable('jobs')
    .set({ due_at: now, created_at: now, attempts: 0, failed_at: null, lease: null })
    .where('id', '=', id)
    .where('failed_at', 'is not', null)
    .where('kind', 'in', kinds)
    .returning(failedColumns)
    .executeTakeFirst()
}

/** Queued jobs of a kind, whether they have been tried or not. */
export function findQueued(db: Db, kind: string) {
  return db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', kind)
    .where('failed_at', 'is', null)
    .execute()
}

const selectQueuedCount = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', 'is', null)

export async function countQueued(db: Db, kinds: readonly string[]): Promise<number> {
  const { count } = await selectQueuedCount(db).where('kind', 'in', kinds).executeTakeFirstOrThrow()
  return Number(count)
}

/** Queued jobs of a kind that were queued before an instant. */
export async function countQueuedBefore(db: Db, kind: string, before: string): Promise<number> {
  const { count } = await selectQueuedCount(db)
    .where('kind', '=', kind)
    .where('created_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function deleteQueuedBefore(db: Db, kind: string, before: string): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('failed_at', 'is', null)
    .where('kind', '=', kind)
    .where('created_at', '<', before)
    .execute()
}
