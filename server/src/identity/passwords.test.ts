import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { commonPasswords } from '../lib/paths.ts'
import { createPasswords, hashCost, isCommonPassword } from './passwords.ts'

test('a hash is as costly as OWASP recommends, unless a test asks for less', async () => {
  expect(await createPasswords().hash('first')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const cheap = createPasswords({ cost: { ...hashCost, memoryCost: 8 } })
  expect(await cheap.hash('first')).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/)
})

test('a request that waited too long in the queue is refused with Retry-After before the check and the hash', async () => {
  const passwords = createPasswords({ atOnce: 1, maxWaitMs: 100 })
  const onMatch = async () => 'signed in'
  const right = await hash('first')
  let release = () => {}
  const first = passwords.verify(right, 'first', {
    from: 'here',
    beforeHash: () => new Promise<void>(resolve => (release = resolve)),
    onMatch,
  })
  let calls = 0
  const second = passwords.verify(undefined, 'second', {
    from: 'here',
    beforeHash: async () => void calls++,
    onMatch,
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
  expect(calls).toBe(0)
  // The queue continues.
  const beforeHash = async () => {}
  expect(await passwords.verify(right, 'third', { from: 'here', beforeHash, onMatch })).toBeUndefined()
  expect(await passwords.verify(undefined, 'first', { from: 'here', beforeHash, onMatch })).toBeUndefined()
})

test('a closing server finishes the running hash and refuses the waiting ones', async () => {
  const passwords = createPasswords({ atOnce: 1 })
  const running = passwords.hash('first')
  const waiting = expect(passwords.hash('second')).rejects.toMatchObject({
    status: 503,
    message: messages.general.shuttingDown,
  })
  passwords.rejectWaiting()
  await waiting
  expect(await running).toMatch(/^\$argon2id\$/)
  expect(await passwords.hash('third')).toMatch(/^\$argon2id\$/)
})

const list = readFileSync(commonPasswords, 'utf8').trimEnd().split('\n')

test('the list has 10,000 different passwords, none shorter than the minimum', () => {
  expect(new Set(list).size).toBe(10_000)
  expect(list.filter(word => word.length < limits.passwordMin || word !== word.toLowerCase())).toEqual([])
})

test.each(['123456', 'password', 'Password', 'qwertyuiop', list[0] ?? '', list.at(-1) ?? ''])(
  '%s is common',
  async word => {
    expect(await isCommonPassword(word)).toBe(true)
  },
)

test.each(['', '\n', '123456\n', '123456\npassword', 'password-', 'correct-horse-battery', ' password'])(
  '%j is not common',
  async word => {
    expect(await isCommonPassword(word)).toBe(false)
  },
)
