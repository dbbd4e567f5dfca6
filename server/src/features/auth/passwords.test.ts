import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { createPasswords } from './passwords.ts'

test('whoever has waited too long for a turn is told to come back, and no guess is counted', async () => {
  const passwords = createPasswords({ atOnce: 1, maxWaitMs: 100 })
  const isRight = async () => {}
  let release = () => {}
  const first = passwords.verify(undefined, 'first', async () => {
    await new Promise<void>(resolve => {
      release = resolve
    })
    return isRight
  })
  let admitted = 0
  const second = passwords.verify(undefined, 'second', async () => {
    admitted++
    return isRight
  })
  const refusal = expect(second).rejects.toMatchObject({
    status: 503,
    message: messages.general.overloaded,
    retryAfterSeconds: 5,
  })
  await sleep(150)
  release()
  expect(await first).toBe(false)
  await refusal
  expect(admitted).toBe(0)
  // The line goes on.
  expect(await passwords.verify(undefined, 'third', async () => isRight)).toBe(false)
})

test('a server that closes finishes the hash under way and turns away who waits for one', async () => {
  const passwords = createPasswords({ atOnce: 1 })
  const running = passwords.hash('first')
  const waiting = expect(passwords.hash('second')).rejects.toMatchObject({
    status: 503,
    message: messages.general.shuttingDown,
  })
  passwords.turnAwayWaiting()
  await waiting
  expect(await running).toMatch(/^\$argon2id\$/)
  expect(await passwords.hash('third')).toMatch(/^\$argon2id\$/)
})
