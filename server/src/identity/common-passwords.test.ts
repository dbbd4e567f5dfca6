import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { commonPasswords } from '../lib/paths.ts'
import { isCommonPassword } from './common-passwords.ts'

const list = readFileSync(commonPasswords, 'utf8').trimEnd().split('\n')

test('10,000 different passwords, none so short that it is refused anyway', () => {
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
  '%j is not',
  async word => {
    expect(await isCommonPassword(word)).toBe(false)
  },
)
