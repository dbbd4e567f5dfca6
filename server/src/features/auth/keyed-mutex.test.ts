import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { createKeyedMutex } from './keyed-mutex.ts'

const busy = { status: 503, message: messages.general.overloaded, retryAfterSeconds: 5 }

test('one after the other for the same key, side by side for others', async () => {
  const inLine = createKeyedMutex()
  const seen: string[] = []
  let release = () => {}
  const first = inLine('a', () => new Promise<void>(resolve => (release = resolve)))
  const second = inLine('a', async () => void seen.push('second'))
  await inLine('b', async () => void seen.push('other'))
  expect(seen).toEqual(['other'])
  release()
  await Promise.all([first, second])
  expect(seen).toEqual(['other', 'second'])
})

test('past a long line the next is told to come back, and a failure holds nobody up', async () => {
  const inLine = createKeyedMutex({ longest: 2 })
  const failing = inLine('a', () => Promise.reject(new Error('no')))
  const second = inLine('a', async () => 'done')
  await expect(inLine('a', async () => 'never')).rejects.toMatchObject(busy)
  await expect(failing).rejects.toThrow('no')
  expect(await second).toBe('done')
})

test('whoever has waited too long in line is told to come back, and does nothing', async () => {
  const inLine = createKeyedMutex({ maxWaitMs: 50 })
  let release = () => {}
  const first = inLine('a', () => new Promise<void>(resolve => (release = resolve)))
  let ran = false
  const second = inLine('a', async () => {
    ran = true
  })
  const refusal = expect(second).rejects.toMatchObject(busy)
  await sleep(100)
  release()
  await first
  await refusal
  expect(ran).toBe(false)
  expect(await inLine('a', async () => 'next')).toBe('next')
})
