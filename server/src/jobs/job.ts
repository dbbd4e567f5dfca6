import type { DeliveryKind } from '#shared/contract/failed-mails.ts'
import type { Clock } from '#shared/dates.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/schema.ts'
import {
  clearSubjects,
  deleteByKey,
  deleteByPrefix,
  deleteFailedBefore,
  insertJobs,
  replaceJob,
  setSubject,
} from './jobs.queries.ts'

/** A kind of background work. The runner brings leases, retries, the clock and metrics; a kind is one file. */
export type Job<Payload = null> = {
  kind: string
  /** Milliseconds from the start of one run to the next: the runner queues it by itself. */
  every?(config: Config): number | undefined
  /** True if the job sends something to people: it then waits while outgoing jobs are paused (outgoing-pause.ts). */
  isOutgoing?: true
  /** During a rush of requests, only a few jobs of the kind start each second. The others wait for its end. */
  waitsForRequests?: true
  /** How many jobs of the kind a process runs at the same time; one by default. */
  concurrency?(config: Config): number
  /** Only for kinds that send mails: describes each of them for the list of failed mails. */
  mails?(ctx: Context, rows: readonly MailRow<Payload>[]): Promise<readonly QueuedMail[]>
  /** Throws to be tried again. Must end soon after `signal` aborts, because the server stops or the lease is lost. */
  run(ctx: Context, payload: Payload, signal: AbortSignal): Promise<void>
}

/** What is known of a mail without composing it. */
export type MailRow<Payload> = { payload: Payload; subject: string | null }

/** A mail as the list of failed ones shows it. */
export type QueuedMail = { kind: DeliveryKind; to: string; subject: string }

type Options = {
  /** Only one job of a kind and key is queued at a time; queueing it again changes nothing. */
  key?: string
  dueAt?: string
  /** If true, this replaces a queued job of the same key, even one whose lease a killed instance still holds. */
  restart?: boolean
}

/** Queues a job in the caller's transaction, so that it is rolled back with it. */
export function queueJob<Payload>(
  { db, clock }: { db: Db; clock: Clock },
  job: Job<Payload>,
  payload: Payload,
  { key, dueAt, restart = false }: Options = {},
): Promise<void> {
  const row = rowOf(clock, job, payload, key, dueAt)
  return restart ? replaceJob(db, row) : insertJobs(db, [row])
}

/**
 * Queues many jobs in one statement. Jobs of one lane, such as mails to one user, run one at a time and in their order. A
 * job that is planned for later doesn't hold up the others of its lane until then.
 */
export function queueJobs<Payload>(
  { db, clock }: { db: Db; clock: Clock },
  job: Job<Payload>,
  jobs: readonly { payload: Payload; key: string; lane?: string; dueAt?: string }[],
): Promise<void> {
  return insertJobs(
    db,
    jobs.map(({ payload, key, lane = null, dueAt }) => ({ ...rowOf(clock, job, payload, key, dueAt), lane })),
  )
}

/** Stores the subject of a queued mail, for the list of failed mails. */
export function saveSubject<Payload>(
  db: Db,
  { kind }: Job<Payload>,
  key: string,
  subject: string,
): Promise<void> {
  return setSubject(db, kind, key, subject)
}

export function removeSubjects<Payload>(db: Db, { kind }: Job<Payload>): Promise<void> {
  return clearSubjects(db, kind)
}

/** Removes the job of this key, whether it is queued or given up. */
export function removeQueued<Payload>(db: Db, { kind }: Job<Payload>, key: string): Promise<void> {
  return deleteByKey(db, kind, key)
}

/** Removes all jobs whose key begins with the prefix. */
export function removeQueuedByPrefix<Payload>(db: Db, { kind }: Job<Payload>, prefix: string): Promise<void> {
  return deleteByPrefix(db, kind, prefix)
}

/** Removes jobs that were given up before an instant. */
export function removeFailedBefore<Payload>(db: Db, { kind }: Job<Payload>, before: string): Promise<void> {
  return deleteFailedBefore(db, kind, before)
}

function rowOf<Payload>(
  clock: Clock,
  { kind }: Job<Payload>,
  payload: Payload,
  key?: string,
  dueAt?: string,
) {
  const now = clock.now().toISOString()
  return {
    kind,
    key: key ?? null,
    payload: JSON.stringify(payload),
    due_at: dueAt ?? now,
    created_at: now,
  }
}
