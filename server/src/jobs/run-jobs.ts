import { randomUUID } from 'node:crypto'
import { toInstant } from '#shared/dates.ts'
import { messages } from '#shared/messages.ts'
import type { Context } from '../context.ts'
import { type Job, queueJob } from './job.ts'
import {
  claimDue,
  countDue,
  findLeased,
  findScheduled,
  type JobRow,
  makeDueIfAfter,
  releaseJob,
  removeJob,
  renewLease,
} from './jobs.queries.ts'
import { isOutgoingPaused } from './outgoing-pause.ts'

/** Jobs of a killed instance stay leased for this long; a running instance renews its leases three times as often. */
const usualLeaseMs = 90_000
const mostAttempts = 8
const longestPauseMs = 15 * 60_000
/** The clocks of instances differ by less than this. A job that is due even later was planned with a wrong clock. */
const largestSkewMs = 15 * 60_000
/** The key of the one job that a schedule keeps queued. */
const scheduled = 'schedule'

/** The pause is half a minute after the first failure, and doubles each time. */
export const pauseAfter = (attempts: number) => Math.min(longestPauseMs, 30_000 * 2 ** (attempts - 1))

/** During a rush of requests each poll still starts this many of the jobs that wait, so that hours of it don't stop them. */
const startsInRush = 20

type Options = { pollMs?: number; leaseMs?: number; isRush?: () => boolean }

// biome-ignore lint/suspicious/noExplicitAny: each kind knows the payload that it queued
type AnyJob = Job<any>

type Look = { lane?: string; only?: string; isPoll?: boolean }

export type RunningJobs = { stop(): Promise<void> }

/** Polls for due jobs until it is stopped, and runs as many of each kind at the same time as its `concurrency` says. */
export function runJobs(
  ctx: Context,
  jobs: readonly AnyJob[],
  { pollMs = 1000, leaseMs = usualLeaseMs, isRush = () => false }: Options = {},
): RunningJobs {
  const { db, clock, config, log } = ctx
  const byKind = new Map(jobs.map(job => [job.kind, job]))
  const intervals = new Map(
    jobs.flatMap(job => {
      const every = job.every?.(config)
      return every === undefined ? [] : [[job.kind, every] as const]
    }),
  )
  const runnable = jobs.filter(job => job.every === undefined || intervals.has(job.kind)).map(job => job.kind)
  const isOutgoing = (kind: string) => byKind.get(kind)?.isOutgoing === true
  // Outgoing jobs wait until the database says that nothing is paused. After that it is not queried again, because only a
  // restore starts a pause, and it requires all servers to be stopped.
  let isPaused = runnable.some(isOutgoing)
  const running = new Map<string, Set<Promise<void>>>(runnable.map(kind => [kind, new Set()]))
  const isFree = (kind: string) =>
    (running.get(kind)?.size ?? 0) < (byKind.get(kind)?.concurrency?.(config) ?? 1)
  const stopping = new AbortController()
  const leases = watchLeases(leaseMs)
  const inMs = (ms: number) => toInstant(clock.now().getTime() + ms)
  ctx.metrics?.watchJobs(() => countDue(db, runnable, clock.now().toISOString()))

  async function keepSchedules() {
    if (intervals.size === 0) return
    const queued = await findScheduled(db, [...intervals.keys()], scheduled)
    for (const [kind, every] of intervals) {
      const row = queued.find(each => each.kind === kind)
      const after = inMs(Math.max(every, leaseMs) + largestSkewMs)
      if (!row) await queueJob(ctx, byKind.get(kind) as AnyJob, null, { key: scheduled })
      else if (row.due_at > after)
        await makeDueIfAfter(db, { kind, key: scheduled, after, now: clock.now().toISOString() })
    }
  }

  async function poll() {
    if (isPaused) isPaused = await isOutgoingPaused(db)
    leases.observe(await findLeased(db, runnable))
    await keepSchedules()
  }

  /** Starts due jobs: all, only the next one of a lane, or only those of a kind. Returns whether any was found. */
  async function look({ lane, only, isPoll = false }: Look = {}): Promise<boolean> {
    for (let started = 0; ; started++) {
      const mustWait = isRush() && !(isPoll && started < startsInRush)
      const idle = (only === undefined ? runnable : [only]).filter(
        kind =>
          isFree(kind) &&
          !(isPaused && isOutgoing(kind)) &&
          !(mustWait && byKind.get(kind)?.waitsForRequests),
      )
      const lease = randomUUID()
      const beganAt = clock.now()
      if (stopping.signal.aborted) return started > 0
      const row = await claimDue(db, {
        kinds: idle,
        now: beganAt.toISOString(),
        until: inMs(leaseMs),
        lease,
        orphans: leases.orphans(),
        lane,
      })
      if (!row) return started > 0
      if (isGivenUp(row)) {
        await giveUp(row, lease)
        continue
      }
      const run = work(row, lease, beganAt)
        .catch(error => log.error({ err: error, job: row.kind }, 'job could not be finished'))
        .finally(() => {
          const couldStart = isFree(row.kind)
          running.get(row.kind)?.delete(run)
          if (stopping.signal.aborted) return
          // The next due job starts now instead of with the next poll: the next of the kind or, after a job with a lane,
          // only the next of the lane unless the kind was at its limit. Searching all jobs each time would read a long
          // queue of deliveries again (15 ms for 4,000).
          if (row.lane === null) freedKinds.add(row.kind)
          else if (couldStart) freedLanes.add(row.lane)
          else return tick('look')
          tick('freed')
        })
      running.get(row.kind)?.add(run)
      // The jobs of a lane run one at a time.
      if (lane !== undefined) return true
    }
  }

  /** Attempts are counted when a job is claimed, so that a job that crashes its process is also given up. */
  const isGivenUp = ({ attempts }: JobRow) => attempts > mostAttempts

  /** Gives a job up. A schedule is not given up, and runs again after the longest pause. */
  async function giveUp(row: JobRow, lease: string) {
    log.error({ job: row.kind, attempts: row.attempts - 1 }, 'job given up: its process ended while it ran')
    ctx.metrics?.jobEnded(row.kind, 'failed')
    await releaseJob(
      db,
      row.id,
      lease,
      intervals.has(row.kind)
        ? { due_at: inMs(longestPauseMs), attempts: 0 }
        : {
            attempts: mostAttempts,
            last_error: messages.mail.processEnded,
            failed_at: clock.now().toISOString(),
          },
    )
  }

  async function work(row: JobRow, lease: string, beganAt: Date) {
    const job = byKind.get(row.kind) as AnyJob
    const lost = new AbortController()
    const renewal = setInterval(() => {
      renewLease(db, row.id, lease, inMs(leaseMs)).then(
        isOurs => isOurs || lost.abort(),
        // The database is unavailable. Two more renewals follow before the lease expires.
        () => {},
      )
    }, leaseMs / 3)
    const signal = AbortSignal.any([stopping.signal, lost.signal])
    const interval = intervals.get(row.kind)
    try {
      await job.run(ctx, JSON.parse(row.payload), signal)
      ctx.metrics?.jobEnded(row.kind, 'done')
      if (interval === undefined) await removeJob(db, row.id, lease)
      else
        await releaseJob(db, row.id, lease, {
          due_at: toInstant(beganAt.getTime() + interval),
          attempts: 0,
          last_error: null,
        })
    } catch (error) {
      if (signal.aborted) {
        // The next instance that polls may start the job at once, and this run doesn't count as an attempt.
        const change = { due_at: clock.now().toISOString(), attempts: row.attempts - 1 }
        return await releaseJob(db, row.id, lease, change)
      }
      ctx.metrics?.jobEnded(row.kind, 'failed')
      log.error({ err: error, job: row.kind, attempts: row.attempts }, 'job failed')
      const last_error = error instanceof Error ? error.message : String(error)
      const isLastTry = interval === undefined && row.attempts >= mostAttempts
      const pauseMs = Math.min(pauseAfter(row.attempts), interval ?? longestPauseMs)
      await releaseJob(db, row.id, lease, {
        due_at: inMs(pauseMs),
        last_error,
        // Schedules are never given up for failures. Only attempts that ended with their process are counted.
        ...(interval !== undefined && { attempts: Math.min(row.attempts, mostAttempts - 1) }),
        ...(isLastTry && { failed_at: clock.now().toISOString() }),
      })
    } finally {
      clearInterval(renewal)
    }
  }

  /** Lanes and kinds of which a job has ended, so that their next job may start. */
  const freedLanes = new Set<string>()
  const freedKinds = new Set<string>()
  async function lookAtFreed() {
    for (const lane of freedLanes) {
      freedLanes.delete(lane)
      await look({ lane })
    }
    for (const only of freedKinds) {
      freedKinds.delete(only)
      // If no job of the kind is left, the last one may have queued jobs of other kinds.
      if (!(await look({ only }))) await look()
    }
  }

  const steps = {
    freed: lookAtFreed,
    look: () => look(),
    poll: () => poll().then(() => look({ isPoll: true })),
  }
  const order = Object.keys(steps)
  type Wanted = keyof typeof steps
  let looking: Promise<unknown> | undefined
  /** The step to run next. Of several requested while one is in progress, it is the one that finds the most. */
  let next: Wanted | undefined
  function tick(what: Wanted) {
    if (looking !== undefined) {
      if (next === undefined || order.indexOf(what) > order.indexOf(next)) next = what
      return
    }
    next = undefined
    looking = steps[what]()
      // The database is unavailable; the next poll tries again.
      .catch(error => log.error({ err: error }, 'jobs could not be read'))
      .finally(() => {
        looking = undefined
        if (next && !stopping.signal.aborted) tick(next)
      })
  }
  const timer = setInterval(tick, pollMs, 'poll')
  timer.unref()
  tick('poll')

  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
      await Promise.all([...running.values()].flatMap(runs => [...runs]))
    },
  }
}

/**
 * Finds leases that are no longer renewed, because their instance was killed. It measures elapsed time instead of reading
 * the clock: a clock that jumps ahead would end every lease, and running jobs would be started a second time.
 */
function watchLeases(leaseMs: number) {
  // The grace period has to be longer than the interval between two renewals.
  const graceMs = leaseMs / 2
  let observed = new Map<number, { due_at: string; since: number }>()
  return {
    observe(leased: readonly { id: number; due_at: string }[]) {
      const since = performance.now()
      observed = new Map(
        leased.map(({ id, due_at }) => {
          const known = observed.get(id)
          return [id, known?.due_at === due_at ? known : { due_at, since }]
        }),
      )
    },
    orphans(): number[] {
      const longAgo = performance.now() - graceMs
      return [...observed].filter(([, { since }]) => since <= longAgo).map(([id]) => id)
    },
  }
}
