import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import { createPasswords, hashCost } from './passwords.ts'

test('a hash is as costly as OWASP recommends, unless a test asks for less', async () => {
  expect(await createPasswords().hash('first')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const cheap = createPasswords({ cost: { ...hashCost, memoryCost: 8 } })
  expect(await cheap.hash('first')).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/)
})

test('a request that has waited too long in the queue is refused with Retry-After, and no guess is counted', async () => {
  const passwords = createPasswords({ atOnce: 1, maxWaitMs: 100 })
  const handleRight = async () => 'signed in'
  const right = await hash('first')
  let release = () => {}
  const first = passwords.verify(right, 'first', {
    from: 'here',
    admit: () => new Promise<void>(resolve => (release = resolve)),
    handleRight,
  })
  let admitted = 0
  const second = passwords.verify(undefined, 'second', {
    from: 'here',
    admit: async () => void admitted++,
    handleRight,
  })
  const refusal = expect(second).rejects.toMatchObject({
    status: 503,
    message: messages.general.overloaded,
    retryAfterSeconds: 5,
  })
  await sleep(150)
  release()
  expect(await first).toBe('signed in')
  await refusal
  expect(admitted).toBe(0)
  // The line goes on.
  const admit = async () => {}
  expect(await passwords.verify(right, 'third', { from: 'here', admit, handleRight })).toBeUndefined()
  expect(await passwords.verify(undefined, 'first', { from: 'here', admit, handleRight })).toBeUndefined()
})

test('a server that closes finishes the hash under way and refuses those that wait for one', async () => {
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
