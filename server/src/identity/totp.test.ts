import { expect, test } from 'vitest'
import { codeOfStep, findStep, generateSecret, secretUri, stepAt } from './totp.ts'

// "12345678901234567890" in base32, the secret of RFC 6238's examples.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the one of RFC 6238', (second, code) => {
  expect(codeOfStep(secret, stepAt(new Date(second * 1000)))).toBe(code)
})

test('the code of this step is right, and those before and after; each step counts once', () => {
  const now = new Date('2026-03-10T09:00:10.000Z')
  const step = stepAt(now)
  const find = (offset: number, lastStep: number | null = null) =>
    findStep(secret, codeOfStep(secret, step + offset), { now, lastStep })
  expect([-2, -1, 0, 1, 2].map(offset => find(offset))).toEqual([
    undefined,
    step - 1,
    step,
    step + 1,
    undefined,
  ])
  expect([-1, 0, 1].map(offset => find(offset, step))).toEqual([undefined, undefined, step + 1])
  // Stored while the clock was an hour ahead.
  expect(find(0, step + 120)).toBe(step)
})

test.each(['', '12345', '1234567', 'abcdef', '２８７０８２'])('%j is no code', code => {
  expect(findStep(secret, code, { now: new Date(59_000), lastStep: null })).toBeUndefined()
})

test('a new secret has 160 bits, and its URI says what the app needs', () => {
  const made = generateSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(generateSecret()).not.toBe(made)
  expect(secretUri(made, 'dina+1@example.com')).toBe(
    `otpauth://totp/Daily%20Report%20App:dina%2B1%40example.com?secret=${made}&issuer=Daily%20Report%20App&algorithm=SHA1&digits=6&period=30`,
  )
})
