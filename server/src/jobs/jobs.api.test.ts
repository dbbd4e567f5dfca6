import { expect, onTestFinished, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { openTestApp, startTestApp } from '../../test/start-test-app.ts'
import type { Context } from '../context.ts'
import { type Job, queueJob, queueJobs } from './job.ts'
import { claimDue, makeDueIfAfter } from './jobs.queries.ts'
import { pauseAfter, runJobs } from './run-jobs.ts'

const { clock, ctx, db } = await startTestApp({ settings: { METRICS_TOKEN: 'a-token-for-prometheus' } })

let kinds = 0
/** Each test has its own kind, so that it doesn't see the jobs of another. */
function jobThat(run: Job<string>['run']): Job<string> {
  return { kind: `test-${kinds++}`, run }
}

function run(jobs: Job<string>[], on: Context = ctx, leaseMs?: number) {
  const running = runJobs(on, jobs, { pollMs: 5, ...(leaseMs && { leaseMs }) })
  onTestFinished(() => running.stop())
  return running
}

const rowsOf = ({ kind }: Job<string>) => db.selectFrom('jobs').selectAll().where('kind', '=', kind).execute()
const expectDone = (job: Job<string>) => expect.poll(async () => (await rowsOf(job)).length).toBe(0)

test('a job is rolled back with the transaction that queued it', async () => {
  const job = jobThat(async () => {})
  await expect(
    db.transaction().execute(async trx => {
      await queueJob({ db: trx, clock }, job, 'x')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await rowsOf(job)).toEqual([])
})

test('the same key is queued once, also by twenty concurrent calls, and other keys separately', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  await Promise.all(
    Array.from({ length: 20 }, () => queueJob(ctx, job, 'reminder', { key: 'dina 2026-03-10' })),
  )
  await queueJob(ctx, job, 'another', { key: 'dina 2026-03-11' })
  run([job])
  await expectDone(job)
  expect(done).toEqual(['reminder', 'another'])
})

test('each of many jobs runs once, however many instances poll', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  const names = Array.from({ length: 40 }, (_, index) => `job ${index}`)
  for (const name of names) await queueJob(ctx, job, name)
  for (let instance = 0; instance < 5; instance++) run([job])
  await expectDone(job)
  expect(done.sort()).toEqual(names.sort())
})

test('a job runs when it is due, and not before', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  await queueJob(ctx, job, 'later', { dueAt: new Date(clock.now().getTime() + 60_000).toISOString() })
  run([job])
  await queueJob(ctx, job, 'now')
  await expect.poll(() => done).toEqual(['now'])
  // The row is deleted after the work.
  await expect.poll(async () => (await rowsOf(job)).length).toBe(1)
  clock.advance({ minutes: 1 })
  await expectDone(job)
  expect(done).toEqual(['now', 'later'])
})

test('a failed job is tried eight times, with growing pauses, and then kept with the reason', async () => {
  let tries = 0
  const job = jobThat(async () => {
    throw new Error(`no answer ${++tries}`)
  })
  await queueJob(ctx, job, 'x')
  run([job])
  for (let attempt = 1; attempt <= 8; attempt++) {
    await expect.poll(async () => (await rowsOf(job))[0]?.last_error).toBe(`no answer ${attempt}`)
    clock.advance({ seconds: pauseAfter(attempt) / 1000 - 1 })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(tries).toBe(attempt)
    clock.advance({ seconds: 1 })
  }
  clock.advance({ minutes: 10_000 })
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(tries).toBe(8)
  expect((await rowsOf(job))[0]).toMatchObject({ attempts: 8, last_error: 'no answer 8', lease: null })
  expect((await rowsOf(job))[0]?.failed_at).not.toBeNull()
  expect(await ctx.metrics?.text()).toContain(`jobs_total{kind="${job.kind}",result="failed"} 8`)
  expect([1, 2, 3, 8].map(pauseAfter)).toEqual([30_000, 60_000, 120_000, 900_000])
})

test('the job of a killed instance is run by another instance once its lease has expired', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  await queueJob(ctx, job, 'orphan')
  const now = clock.now().toISOString()
  const until = new Date(clock.now().getTime() + 90_000).toISOString()
  expect(
    await claimDue(db, { kinds: [job.kind], now, until, lease: 'of the killed one', orphans: [] }),
  ).toBeDefined()
  run([job], ctx, 30)
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(done).toEqual([])
  clock.advance({ seconds: 90 })
  await expectDone(job)
  expect(done).toEqual(['orphan'])
})

/** Leaves the job in the state after an instance was killed while running it, this many times. */
async function killWhileItRuns(job: Job<string>, times: number) {
  for (let death = 0; death < times; death++) {
    const orphans = (await rowsOf(job)).map(({ id }) => id)
    const now = clock.now().toISOString()
    expect(
      await claimDue(db, { kinds: [job.kind], now, until: now, lease: `killed ${death}`, orphans }),
    ).toBeDefined()
  }
}

test('a job whose process ended eight times while it ran is given up when it is claimed', async () => {
  let runs = 0
  const job = jobThat(async () => void runs++)
  await queueJob(ctx, job, 'x')
  await killWhileItRuns(job, 8)
  run([job], ctx, 30)
  await expect.poll(async () => (await rowsOf(job))[0]?.failed_at).toBeTruthy()
  expect((await rowsOf(job))[0]).toMatchObject({
    attempts: 8,
    lease: null,
    last_error: messages.mail.processEnded,
  })
  expect(runs).toBe(0)
})

test('a job whose process ended seven times gets an eighth try', async () => {
  let runs = 0
  const job = jobThat(async () => void runs++)
  await queueJob(ctx, job, 'x')
  await killWhileItRuns(job, 7)
  run([job], ctx, 30)
  await expectDone(job)
  expect(runs).toBe(1)
})

test('a schedule whose process ends each time it runs is delayed, and never given up', async () => {
  let runs = 0
  const job: Job<string> = { kind: 'deadly', every: () => 1000, run: async () => void runs++ }
  await queueJob(ctx, job, '', { key: 'schedule' })
  await killWhileItRuns(job, 8)
  run([job], ctx, 30)
  await expect.poll(async () => (await rowsOf(job))[0]?.attempts).toBe(0)
  expect((await rowsOf(job))[0]).toMatchObject({ failed_at: null, lease: null })
  expect(runs).toBe(0)
  clock.advance({ minutes: 15 })
  await expect.poll(() => runs).toBe(1)
})

test("a clock that jumps ahead doesn't end the leases of running instances", async () => {
  const begun: string[] = []
  let finish = () => {}
  const ended = new Promise<void>(resolve => {
    finish = resolve
  })
  const job = jobThat(async (_ctx, payload) => {
    begun.push(payload)
    await ended
  })
  await queueJob(ctx, job, 'once')
  for (let instance = 0; instance < 3; instance++) run([job])
  await expect.poll(() => begun).toEqual(['once'])
  clock.advance({ minutes: 60 })
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(begun).toEqual(['once'])
  finish()
  await expectDone(job)
})

test('of many jobs, the next one starts when one ends, without waiting for the next poll', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  const many = Array.from({ length: 40 }, (_, index) => ({ payload: `job ${index}`, key: String(index) }))
  await queueJobs(ctx, job, many)
  const running = runJobs(ctx, [job], { pollMs: 3_600_000 })
  onTestFinished(() => running.stop())
  await expectDone(job)
  expect(done).toHaveLength(40)
})

test('a long queue with lanes is not read again after each job of another kind', async () => {
  const statements: string[] = []
  const other = await openTestApp({ log: ({ query }) => void statements.push(query.sql) })
  onTestFinished(other.close)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const waiting = { ...jobThat(() => released), concurrency: () => 5 }
  const short = jobThat(async () => {})
  const many = (lane?: string) =>
    Array.from({ length: 50 }, (_, index) => ({ payload: 'x', key: `${index}`, ...(lane && { lane }) }))
  await queueJobs(other.ctx, waiting, many('one lane'))
  await queueJobs(other.ctx, short, many())
  const kindsAtOnce = () =>
    statements.filter(text => text.includes('"other"."lane"') && /"kind" in \([^)]*,/.test(text)).length
  const running = runJobs(other.ctx, [waiting, short], { pollMs: 3_600_000 })
  const left = () => other.db.selectFrom('jobs').select('id').where('kind', '=', short.kind).execute()
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
  // All kinds are read only at the start and when no job of the kind is left.
  expect(kindsAtOnce()).toBeLessThan(15)
  release()
  await running.stop()
})

test('during a rush of requests only a few jobs that can wait start with each poll', async () => {
  let isRush = true
  const waiting: Job<string> = { ...jobThat(async () => {}), waitsForRequests: true }
  const urgent = jobThat(async () => {})
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ payload: 'x', key: String(index) }))
  await queueJobs(ctx, waiting, many(500))
  await queueJobs(ctx, urgent, many(20))
  const running = runJobs(ctx, [waiting, urgent], { pollMs: 250, isRush: () => isRush })
  onTestFinished(() => running.stop())
  await expectDone(urgent)
  const left = (await rowsOf(waiting)).length
  expect(left).toBeGreaterThan(0)
  await expect.poll(async () => (await rowsOf(waiting)).length).toBeLessThan(left)
  expect((await rowsOf(waiting)).length).toBeGreaterThan(0)
  isRush = false
  await expectDone(waiting)
})

test('a kind runs with its concurrency; jobs of one lane run one after the other, in their order', async () => {
  const begun: string[] = []
  const running = new Set<string>()
  let most = 0
  const overlapping: string[] = []
  const { promise: threeRun, resolve: allRun } = Promise.withResolvers<void>()
  const job: Job<string> = {
    ...jobThat(async (_ctx, payload) => {
      const lane = payload.slice(0, 1)
      if (running.has(lane)) overlapping.push(payload)
      running.add(lane)
      most = Math.max(most, running.size)
      begun.push(payload)
      // The first three jobs wait for each other, so they overlap however slow the database is.
      if (running.size === 3) allRun()
      await threeRun
      running.delete(lane)
    }),
    concurrency: () => 3,
  }
  const payloads = [1, 2, 3, 4].flatMap(number => [...'abcde'].map(lane => `${lane}${number}`))
  await queueJobs(
    ctx,
    job,
    payloads.map(payload => ({ payload, key: payload, lane: payload.slice(0, 1) })),
  )
  run([job])
  await expectDone(job)
  expect([most, overlapping]).toEqual([3, []])
  for (const lane of 'abcde')
    expect(begun.filter(name => name.startsWith(lane))).toEqual(
      [1, 2, 3, 4].map(number => `${lane}${number}`),
    )
})

test("in a lane a running job blocks the others, and one planned for later doesn't, in either order", async () => {
  const done: string[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const job: Job<string> = {
    ...jobThat(async (_ctx, payload) => {
      done.push(payload)
      if (payload === 'running') await ended
    }),
    concurrency: () => 3,
  }
  const dueAt = new Date(clock.now().getTime() + 60_000).toISOString()
  await queueJobs(ctx, job, [
    { payload: 'later', key: 'later', lane: 'one', dueAt },
    { payload: 'running', key: 'running', lane: 'one' },
  ])
  run([job])
  await expect.poll(() => done).toEqual(['running'])
  clock.advance({ minutes: 2 })
  await queueJobs(ctx, job, [{ payload: 'other', key: 'other', lane: 'two' }])
  await expect.poll(() => done).toEqual(['running', 'other'])
  end()
  await expectDone(job)
  expect(done).toEqual(['running', 'other', 'later'])
})

test('a job that is tried again is not overtaken by a later one of its lane', async () => {
  const tried: string[] = []
  const job = jobThat(async (_ctx, payload) => {
    tried.push(payload)
    if (tried.length === 1) throw new Error('not now')
  })
  await queueJobs(
    ctx,
    job,
    ['first', 'second'].map(payload => ({ payload, key: payload, lane: 'dina' })),
  )
  run([job])
  await expect.poll(async () => (await rowsOf(job))[0]?.last_error).toBe('not now')
  clock.advance({ minutes: 10 })
  await expectDone(job)
  expect(tried).toEqual(['first', 'first', 'second'])
})

test('a lane waits for the job of a killed instance, and continues with it', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  await queueJobs(
    ctx,
    job,
    ['first', 'second'].map(payload => ({ payload, key: payload, lane: 'dina' })),
  )
  const now = clock.now().toISOString()
  const until = new Date(clock.now().getTime() + 90_000).toISOString()
  await claimDue(db, { kinds: [job.kind], now, until, lease: 'of the killed one', orphans: [] })
  run([job], ctx, 30)
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(done).toEqual([])
  clock.advance({ seconds: 90 })
  await expectDone(job)
  expect(done).toEqual(['first', 'second'])
})

test('a long job keeps its lease; a job that lost its lease is aborted and finishes nothing', async () => {
  let isAborted = false
  let finish = () => {}
  const job = jobThat(async (_ctx, _payload, signal) => {
    signal.addEventListener('abort', () => {
      isAborted = true
    })
    await new Promise<void>(resolve => {
      finish = resolve
    })
  })
  await queueJob(ctx, job, 'long')
  run([job], ctx, 30)
  await expect.poll(async () => (await rowsOf(job))[0]?.lease).toBeTruthy()
  const first = (await rowsOf(job))[0]?.due_at ?? ''
  clock.advance({ seconds: 5 })
  await expect.poll(async () => ((await rowsOf(job))[0]?.due_at ?? '') > first).toBe(true)
  expect(isAborted).toBe(false)
  await db.updateTable('jobs').set({ lease: 'of another instance' }).where('kind', '=', job.kind).execute()
  await expect.poll(() => isAborted).toBe(true)
  finish()
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(await rowsOf(job)).toHaveLength(1)
})

test('a stop aborts running jobs; the next instance starts them at once, and the attempt does not count', async () => {
  let begun = 0
  const job = jobThat(async (_ctx, _payload, signal) => {
    begun++
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await queueJob(ctx, job, 'x')
  const running = run([job])
  await expect.poll(() => begun).toBe(1)
  await running.stop()
  expect((await rowsOf(job))[0]).toMatchObject({ attempts: 0, lease: null, last_error: null })
  run([job])
  await expect.poll(() => begun).toBe(2)
})

test('a job that is restarted is due at once, also when a killed instance held it', async () => {
  const done: string[] = []
  const job = jobThat(async (_ctx, payload) => void done.push(payload))
  await queueJob(ctx, job, 'x', { key: 'start' })
  const now = clock.now().toISOString()
  const until = new Date(clock.now().getTime() + 90_000).toISOString()
  await claimDue(db, { kinds: [job.kind], now, until, lease: 'of the killed one', orphans: [] })
  await queueJob(ctx, job, 'x', { key: 'start', restart: true })
  run([job])
  await expectDone(job)
  expect(done).toEqual(['x'])
})

test('a kind that this version does not know is not claimed', async () => {
  const unknown = jobThat(async () => {})
  const known = jobThat(async () => {})
  await queueJob(ctx, unknown, 'of a newer version')
  await queueJob(ctx, known, 'x')
  run([known])
  await expectDone(known)
  expect((await rowsOf(unknown))[0]).toMatchObject({ attempts: 0, lease: null })
})

test('a schedule runs once per interval across all instances, counted from the start of a run', async () => {
  const began: string[] = []
  const job: Job<string> = {
    kind: 'scheduled',
    every: () => 3_600_000,
    run: async ({ clock }) => void began.push(clock.now().toISOString().slice(11, 16)),
  }
  clock.set('2026-05-01T09:00:00.000Z')
  const startThree = () => Array.from({ length: 3 }, () => run([job]))
  const instances = startThree()
  await expect.poll(() => began).toEqual(['09:00'])
  clock.advance({ minutes: 59 })
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(began).toEqual(['09:00'])
  clock.advance({ minutes: 1 })
  await expect.poll(() => began).toEqual(['09:00', '10:00'])
  // A clock that was a year ahead must not stop the schedule for a year.
  clock.advance({ minutes: 366 * 24 * 60 })
  await expect.poll(() => began).toEqual(['09:00', '10:00', '10:00'])
  // An instance that polls while the clock is corrected may still plan by the wrong time.
  await Promise.all(instances.map(instance => instance.stop()))
  clock.set('2026-05-01T11:00:00.000Z')
  startThree()
  await expect.poll(() => began).toEqual(['09:00', '10:00', '10:00', '11:00'])
})

test('a schedule planned too far ahead becomes due once, although two instances notice it', async () => {
  const job = jobThat(async () => {})
  const now = '2026-05-01T11:00:00.000Z'
  const row = { kind: job.kind, key: 'schedule', after: '2026-05-01T12:15:00.000Z', now }
  await queueJob(ctx, job, '', { key: row.key, dueAt: '2027-05-02T11:00:00.000Z' })
  await makeDueIfAfter(db, row)
  const lease = { now, until: '2026-05-01T11:01:30.000Z', lease: 'the first', orphans: [] }
  expect(await claimDue(db, { kinds: [job.kind], ...lease })).toMatchObject({ kind: job.kind })
  await makeDueIfAfter(db, row)
  expect((await rowsOf(job))[0]).toMatchObject({ lease: 'the first', due_at: lease.until })
})
