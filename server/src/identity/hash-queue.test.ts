import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { createHashQueue, type QueueLimits } from './hash-queue.ts'

const busy = { status: 503, message: messages.general.overloaded, retryAfterSeconds: 5 }

/** One slot, taken until `release`; then the waiting hashes run, and their order is recorded. */
function startQueue(limits: Partial<QueueLimits> = {}) {
  const queue = createHashQueue({
    atOnce: 1,
    maxWaiting: 1000,
    maxPerActor: 100,
    maxWaitMs: 60_000,
    ...limits,
  })
  const order: string[] = []
  const requests: Promise<unknown>[] = []
  let release = () => {}
  const enqueue = (isSignIn: boolean, actor: string) => {
    const run = queue.run({ isSignIn, actor }, async () => void order.push(actor))
    run.catch(() => {})
    requests.push(run)
    return run
  }
  const first = queue.run(
    { isSignIn: false, actor: 'first' },
    () => new Promise<void>(resolve => (release = resolve)),
  )
  return {
    enqueue,
    load: queue.load,
    async runAll() {
      release()
      await Promise.allSettled([first, ...requests])
      return order
    },
  }
}

test('a sign-in runs next, however many resets of one manager wait', async () => {
  const { enqueue, runAll } = startQueue()
  for (let count = 0; count < 100; count++) void enqueue(false, 'max')
  void enqueue(true, 'dina')
  const order = await runAll()
  expect(order[0]).toBe('dina')
  expect(order).toHaveLength(101)
})

test('actors take turns', async () => {
  const { enqueue, runAll } = startQueue()
  for (let count = 0; count < 4; count++) void enqueue(false, 'max')
  for (const actor of ['ada', 'mia', 'ada']) void enqueue(false, actor)
  expect(await runAll()).toEqual(['max', 'ada', 'mia', 'max', 'ada', 'max', 'max'])
})

test('many sign-ins of one client don’t delay those of others', async () => {
  const { enqueue, runAll } = startQueue()
  for (let count = 0; count < 50; count++) void enqueue(true, 'crowd')
  void enqueue(true, 'dina')
  expect((await runAll()).slice(0, 3)).toEqual(['crowd', 'dina', 'crowd'])
})

test('many sign-ins don’t starve other hashes', async () => {
  const { enqueue, runAll } = startQueue()
  for (let count = 0; count < 30; count++) void enqueue(true, 'crowd')
  void enqueue(false, 'max')
  expect((await runAll()).indexOf('max')).toBe(8)
})

test('an actor with too many waiting hashes is refused, and others aren’t', async () => {
  const { enqueue, load } = startQueue({ maxPerActor: 3 })
  for (let count = 0; count < 3; count++) void enqueue(false, 'max')
  await expect(enqueue(false, 'max')).rejects.toMatchObject(busy)
  void enqueue(false, 'ada')
  for (let count = 0; count < 10; count++) void enqueue(true, 'crowd')
  expect(load()).toEqual({ waiting: 14, running: 1 })
})

test('in a full queue the actor with the most waiting hashes loses one', async () => {
  const { enqueue, load, runAll } = startQueue({ maxWaiting: 4 })
  const crowd = Array.from({ length: 4 }, () => enqueue(true, 'crowd'))
  await expect(enqueue(true, 'crowd')).rejects.toMatchObject(busy)
  void enqueue(true, 'dina')
  await expect(crowd[3]).rejects.toMatchObject(busy)
  void enqueue(true, 'omar')
  await expect(crowd[2]).rejects.toMatchObject(busy)
  void enqueue(true, 'desi')
  // Each actor has one hash, so no queue is longer than another.
  await expect(crowd[1]).rejects.toMatchObject(busy)
  await expect(enqueue(true, 'mark')).rejects.toMatchObject(busy)
  expect(load()).toEqual({ waiting: 4, running: 1 })
  expect(await runAll()).toEqual(['crowd', 'dina', 'omar', 'desi'])
})
