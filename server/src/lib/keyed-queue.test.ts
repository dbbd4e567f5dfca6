import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { KeyedQueue } from './keyed-queue.ts'

const dina = 1
const omar = 2

function start(timeoutMs = 60_000) {
  const reads = new KeyedQueue<number>({ concurrency: 2, maxWaiting: 2, timeoutMs })
  const said: string[] = []
  const begin = (name: string, user = dina) =>
    reads.begin(user, isAdmitted => void said.push(`${name} ${isAdmitted ? 'begins' : 'is refused'}`))
  return { said, begin }
}

test('a user has a few requests running, more of theirs wait in the queue, and those beyond it are refused', () => {
  const { said, begin } = start()
  const endA = begin('a')
  begin('b')
  begin('c')
  begin('d')
  begin('e')
  expect(said).toEqual(['a begins', 'b begins', 'e is refused'])
  endA()
  expect(said.slice(3)).toEqual(['c begins'])
  begin('f')
  begin('g')
  expect(said.slice(4)).toEqual(['g is refused'])
})

test('users do not wait for each other', () => {
  const { said, begin } = start()
  for (const name of ['a', 'b', 'c']) begin(name)
  begin('d', omar)
  expect(said).toEqual(['a begins', 'b begins', 'd begins'])
})

test('a request whose client has disconnected while it waited leaves the queue and never begins', () => {
  const { said, begin } = start()
  const endA = begin('a')
  begin('b')
  const endC = begin('c')
  begin('d')
  endC()
  begin('e')
  endA()
  expect(said).toEqual(['a begins', 'b begins', 'd begins'])
})

test('a request that waited in the queue is counted until it ends', () => {
  const { said, begin } = start()
  const [endA, , endC] = ['a', 'b', 'c'].map(name => begin(name))
  endA?.()
  begin('d')
  endC?.()
  expect(said).toEqual(['a begins', 'b begins', 'c begins', 'd begins'])
  // Two slots are taken again: b and d are running.
  begin('e')
  expect(said).toHaveLength(4)
})

test('a request that has waited too long is refused', async () => {
  const { said, begin } = start(10)
  const endA = begin('a')
  begin('b')
  const endC = begin('c')
  await sleep(50)
  expect(said).toEqual(['a begins', 'b begins', 'c is refused'])
  endC()
  endA()
  begin('d')
  expect(said.at(-1)).toBe('d begins')
  begin('e')
  expect(said.at(-1)).toBe('d begins')
})

const busy = { status: 503, message: messages.general.overloaded, retryAfterSeconds: 5 }

function mutex(bounds: { maxWaiting?: number; timeoutMs?: number } = {}) {
  const queue = new KeyedQueue<string>({ concurrency: 1, maxWaiting: 99, timeoutMs: 60_000, ...bounds })
  return queue.run.bind(queue)
}

test('work of the same key runs one after the other, work of other keys at the same time', async () => {
  const runExclusive = mutex()
  const seen: string[] = []
  let release = () => {}
  const first = runExclusive('a', () => new Promise<void>(resolve => (release = resolve)))
  const second = runExclusive('a', async () => void seen.push('second'))
  await runExclusive('b', async () => void seen.push('other'))
  expect(seen).toEqual(['other'])
  release()
  await Promise.all([first, second])
  expect(seen).toEqual(['other', 'second'])
})

test('with a full queue the next one is refused, and a failure does not delay the others', async () => {
  const runExclusive = mutex({ maxWaiting: 1 })
  const failing = runExclusive('a', () => Promise.reject(new Error('no')))
  const second = runExclusive('a', async () => 'done')
  await expect(runExclusive('a', async () => 'never')).rejects.toMatchObject(busy)
  await expect(failing).rejects.toThrow('no')
  expect(await second).toBe('done')
})

test('work that has waited too long in the queue is refused and never starts', async () => {
  const runExclusive = mutex({ timeoutMs: 50 })
  let release = () => {}
  const first = runExclusive('a', () => new Promise<void>(resolve => (release = resolve)))
  let ran = false
  const second = runExclusive('a', async () => {
    ran = true
  })
  const refusal = expect(second).rejects.toMatchObject(busy)
  await sleep(100)
  release()
  await first
  await refusal
  expect(ran).toBe(false)
  expect(await runExclusive('a', async () => 'next')).toBe('next')
})
