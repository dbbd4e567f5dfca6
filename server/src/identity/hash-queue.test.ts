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
  const asked: Promise<unknown>[] = []
  let release = () => {}
  const ask = (isSignIn: boolean, actor: string) => {
    const run = queue.run({ isSignIn, actor }, async () => void order.push(actor))
    run.catch(() => {})
    asked.push(run)
    return run
  }
  const first = queue.run(
    { isSignIn: false, actor: 'first' },
    () => new Promise<void>(resolve => (release = resolve)),
  )
  return {
    ask,
    load: queue.load,
    async orderOfTurns() {
      release()
      await Promise.allSettled([first, ...asked])
      return order
    },
  }
}

test('a sign-in is served next, however many resets of one manager wait', async () => {
  const { ask, orderOfTurns } = startQueue()
  for (let count = 0; count < 100; count++) void ask(false, 'max')
  void ask(true, 'dina')
  const order = await orderOfTurns()
  expect(order[0]).toBe('dina')
  expect(order).toHaveLength(101)
})

test('actors take turns', async () => {
  const { ask, orderOfTurns } = startQueue()
  for (let count = 0; count < 4; count++) void ask(false, 'max')
  for (const actor of ['ada', 'mia', 'ada']) void ask(false, actor)
  expect(await orderOfTurns()).toEqual(['max', 'ada', 'mia', 'max', 'ada', 'max', 'max'])
})

test('sign-ins from one place wait behind those from others, not the other way round', async () => {
  const { ask, orderOfTurns } = startQueue()
  for (let count = 0; count < 50; count++) void ask(true, 'crowd')
  void ask(true, 'dina')
  expect((await orderOfTurns()).slice(0, 3)).toEqual(['crowd', 'dina', 'crowd'])
})

test('a rush of sign-ins does not stop the others for good', async () => {
  const { ask, orderOfTurns } = startQueue()
  for (let count = 0; count < 30; count++) void ask(true, 'crowd')
  void ask(false, 'max')
  expect((await orderOfTurns()).indexOf('max')).toBe(8)
})

test('one actor has a bounded number waiting, and more are refused; others are still admitted', async () => {
  const { ask, load } = startQueue({ maxPerActor: 3 })
  for (let count = 0; count < 3; count++) void ask(false, 'max')
  await expect(ask(false, 'max')).rejects.toMatchObject(busy)
  void ask(false, 'ada')
  for (let count = 0; count < 10; count++) void ask(true, 'crowd')
  expect(load()).toEqual({ waiting: 14, running: 1 })
})

test('in a full queue the actor with the most waiting gives way', async () => {
  const { ask, load, orderOfTurns } = startQueue({ maxWaiting: 4 })
  const crowd = Array.from({ length: 4 }, () => ask(true, 'crowd'))
  await expect(ask(true, 'crowd')).rejects.toMatchObject(busy)
  void ask(true, 'dina')
  await expect(crowd[3]).rejects.toMatchObject(busy)
  void ask(true, 'omar')
  await expect(crowd[2]).rejects.toMatchObject(busy)
  void ask(true, 'desi')
  // With one request each, no line is longer than another.
  await expect(crowd[1]).rejects.toMatchObject(busy)
  await expect(ask(true, 'mark')).rejects.toMatchObject(busy)
  expect(load()).toEqual({ waiting: 4, running: 1 })
  expect(await orderOfTurns()).toEqual(['crowd', 'dina', 'omar', 'desi'])
})
